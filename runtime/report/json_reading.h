// Fields of a JSON value that anybody may have written, as numbers and texts of ours.
#ifndef LOCKSTEP_RUNTIME_REPORT_JSON_READING_H_
#define LOCKSTEP_RUNTIME_REPORT_JSON_READING_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runtime/base/json_fields.h"

namespace lockstep {

using JsonValue = nlohmann::json;

// The value of `key`, read as json_fields.h does. Throws FieldError if it is missing, of another type or out of range.
template <typename T>
T FieldOf(const JsonValue& object, const char* key) {
  T value{};
  FieldReader(object, key)(key, value);
  return value;
}

// The same; `usual` if the field is missing or null.
template <typename T>
T FieldOr(const JsonValue& object, const char* key, T usual) {
  if (!object.is_object()) throw FieldError(key, "stands in no object");
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? usual : FieldOf<T>(object, key);
}

// The elements of the list `key`; none if it is missing or null.
inline std::vector<JsonValue> ListOf(const JsonValue& object, const char* key) {
  if (!object.is_object()) throw FieldError(key, "stands in no object");
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return {};
  if (!found->is_array()) throw FieldError(key, "is no list");
  return found->get<std::vector<JsonValue>>();
}

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_JSON_READING_H_
