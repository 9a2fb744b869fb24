// Structs as JSON and back from one list of their fields, so that what is written is what is read.
//
//   template <typename Archive>
//   void Fields(Archive& archive, Point& point) {  // in the namespace of Point
//     archive("x", point.x);           // must be there
//     archive("name", point.name, "");  // left out where it has this value
//   }
//
// Fields are whole numbers, truth values, texts, enums with words (enum_words.h), structs with such a list, optional
// values, and vectors of all these. What is read may have been made by anybody: a number that its field cannot hold,
// an unknown word, or a value of another type is a FieldError that names the field. Keys that no field has are not
// looked at.
#ifndef LOCKSTEP_RUNTIME_BASE_JSON_FIELDS_H_
#define LOCKSTEP_RUNTIME_BASE_JSON_FIELDS_H_

#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/base/base64.h"
#include "runtime/base/enum_words.h"
#include "runtime/base/text.h"
#include "runtime/base/utf8.h"

namespace lockstep {

// A field that cannot be read; caught where the text's reader ends.
struct FieldError : std::runtime_error {
  FieldError(const std::string& key, const std::string& what) : std::runtime_error(StrCat("\"", key, "\" ", what)) {}
};

namespace fields_detail {
template <typename T>
struct Same {
  using type = T;
};
}  // namespace fields_detail

// The usual value of a field, which its type decides and not how it is written.
template <typename T>
using Usual = typename fields_detail::Same<T>::type;

// Writes. Bytes that are not UTF-8 become '?', so that columns stay.
template <typename Json>
class WriterInto {
 public:
  static constexpr bool kReads = false;

  template <typename T>
  void operator()(const char* key, const T& value) {
    json_[key] = Written(value);
  }
  template <typename T>
  void operator()(const char* key, const T& value, const Usual<T>& usual) {
    if (!(value == usual)) (*this)(key, value);
  }
  // Left out if there is none.
  template <typename T>
  void operator()(const char* key, const std::optional<T>& value) {
    if (value) (*this)(key, *value);
  }
  // Written whatever it is, for those who look at the file; if it is missing, the value stays as it is.
  template <typename T>
  void Show(const char* key, const T& value) {
    (*this)(key, value);
  }
  // An object of some fields more, which are the same struct's: `fields` is called with its archive. Not `wanted`: left
  // out. Returns whether it is there.
  template <typename Function>
  bool Nested(const char* key, bool wanted, Function fields) {
    if (!wanted) return false;
    WriterInto inner;
    fields(inner);
    json_[key] = std::move(inner.json_);
    return true;
  }
  // What has Encode and Decode, as a list of numbers; left out if there is none.
  template <typename T>
  void Numbers(const char* key, const std::optional<T>& value) {
    if (value) json_[key] = value->Encode();
  }
  // Left out if there are none.
  template <typename T>
  void List(const char* key, const std::vector<T>& values) {
    if (!values.empty()) (*this)(key, values);
  }
  // Pairs of texts as objects with these two keys; left out if there are none.
  void Pairs(const char* key, const std::vector<std::pair<std::string, std::string>>& pairs, const char* first,
             const char* second) {
    for (const auto& [one, other] : pairs) json_[key].push_back({{first, MakeUtf8(one)}, {second, MakeUtf8(other)}});
  }
  // Any bytes, as base64; left out if there are none.
  void Bytes(const char* key, const std::string& bytes) {
    if (!bytes.empty()) json_[key] = Base64Encode(bytes);
  }

  const Json& json() const { return json_; }

  // `value` with all its fields.
  template <typename T>
  static Json Written(const T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      return value;
    } else if constexpr (std::is_enum_v<T>) {
      return WordOf(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      return MakeUtf8(value);
    } else {
      WriterInto writer;
      Fields(writer, const_cast<T&>(value));  // one list serves both ways; this one changes nothing
      return std::move(writer.json_);
    }
  }
  template <typename T>
  static Json Written(const std::vector<T>& values) {
    Json array = Json::array();
    for (const auto& value : values) array.push_back(Written(static_cast<const T&>(value)));
    return array;
  }
  template <typename T>
  static Json Written(const std::shared_ptr<T>& value) {
    return Written(*value);
  }

 private:
  Json json_ = Json::object();
};

using FieldWriter = WriterInto<nlohmann::ordered_json>;  // in the order of the list

// Reads from `object`, which has to outlive it.
class FieldReader {
 public:
  using Json = nlohmann::json;
  static constexpr bool kReads = true;

  // `key`: for errors, that of the object itself.
  explicit FieldReader(const Json& object, const char* key) : object_(object) {
    if (!object.is_object()) throw FieldError(key, "is no object");
  }

  bool Has(const char* key) const { return object_.find(key) != object_.end(); }

  template <typename T>
  void operator()(const char* key, T& value) const {
    const auto found = object_.find(key);
    if (found == object_.end()) throw FieldError(key, "is missing");
    Read(key, *found, value);
  }
  template <typename T>
  void operator()(const char* key, T& value, const Usual<T>& usual) const {
    const auto found = object_.find(key);
    if (found == object_.end()) {
      value = usual;
    } else {
      Read(key, *found, value);
    }
  }
  template <typename T>
  void operator()(const char* key, std::optional<T>& value) const {
    const auto found = object_.find(key);
    if (found != object_.end()) Read(key, *found, value.emplace());
  }
  template <typename T>
  void Show(const char* key, T& value) const {
    const auto found = object_.find(key);
    if (found != object_.end()) Read(key, *found, value);
  }
  template <typename Function>
  bool Nested(const char* key, bool, Function fields) const {
    const auto found = object_.find(key);
    if (found == object_.end()) return false;
    FieldReader inner(*found, key);
    fields(inner);
    return true;
  }
  // Numbers that Decode refuses are none.
  template <typename T>
  void Numbers(const char* key, std::optional<T>& value) const {
    std::optional<std::vector<int64_t>> numbers;
    (*this)(key, numbers);
    if (numbers) value = T::Decode(*numbers);
  }
  template <typename T>
  void List(const char* key, std::vector<T>& values) const {
    const auto found = object_.find(key);
    if (found != object_.end()) Read(key, *found, values);
  }
  void Pairs(const char* key, std::vector<std::pair<std::string, std::string>>& pairs, const char* first,
             const char* second) const {
    const auto found = object_.find(key);
    if (found == object_.end()) return;
    if (!found->is_array()) throw FieldError(key, "is no list");
    for (const Json& one : *found) {
      const FieldReader reader(one, key);
      auto& [name, text] = pairs.emplace_back();
      reader(first, name);
      reader(second, text);
    }
  }
  void Bytes(const char* key, std::string& bytes) const {
    std::string text;
    (*this)(key, text, "");
    std::optional<std::string> decoded = Base64Decode(text);
    if (!decoded) throw FieldError(key, "is not base64");
    bytes = *std::move(decoded);
  }

  // Reads `json`, which the field `key` has, into `value`.
  template <typename T>
  static void Read(const char* key, const Json& json, T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      if (!json.is_boolean()) throw FieldError(key, "is neither true nor false");
      value = json.get<bool>();
    } else if constexpr (std::is_integral_v<T>) {
      value = Number<T>(key, json);
    } else if constexpr (std::is_enum_v<T>) {
      const std::optional<T> known = FromWord<T>(TextOf(key, json));
      if (!known) throw FieldError(key, StrCat("is \"", TextOf(key, json), "\", none of ", AllWords<T>()));
      value = *known;
    } else if constexpr (std::is_same_v<T, std::string>) {
      value = TextOf(key, json);
    } else {
      FieldReader reader(json, key);
      Fields(reader, value);
    }
  }
  template <typename T>
  static void Read(const char* key, const Json& json, std::vector<T>& values) {
    if (!json.is_array()) throw FieldError(key, "is no list");
    values.clear();
    values.reserve(json.size());
    for (const Json& one : json) {
      T value{};
      Read(key, one, value);
      values.push_back(std::move(value));
    }
  }
  template <typename T>
  static void Read(const char* key, const Json& json, std::shared_ptr<T>& value) {
    auto made = std::make_shared<std::remove_const_t<T>>();
    Read(key, json, *made);
    value = std::move(made);
  }

 private:
  static const std::string& TextOf(const char* key, const Json& json) {
    if (!json.is_string()) throw FieldError(key, "is no text");
    return json.get_ref<const std::string&>();
  }

  template <typename T>
  static T Number(const char* key, const Json& json) {
    using Limits = std::numeric_limits<T>;
    if (json.is_number_unsigned()) {
      const uint64_t number = json.get<uint64_t>();
      if (number <= static_cast<uint64_t>(Limits::max())) return static_cast<T>(number);
    } else if (json.is_number_integer()) {
      const int64_t number = json.get<int64_t>();  // below 0
      if (Limits::is_signed && number >= static_cast<int64_t>(Limits::min())) return static_cast<T>(number);
    } else {
      throw FieldError(key, "is no whole number");
    }
    throw FieldError(key, StrCat("is out of range: ", json.dump()));
  }

  const Json& object_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_JSON_FIELDS_H_
