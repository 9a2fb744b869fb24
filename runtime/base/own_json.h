// JSON that lockstep itself wrote, read back: all its numbers are whole.
#ifndef LOCKSTEP_RUNTIME_BASE_OWN_JSON_H_
#define LOCKSTEP_RUNTIME_BASE_OWN_JSON_H_

#include <string_view>

#include <nlohmann/json.hpp>

namespace lockstep {

// The value that `text` is; a discarded one (is_discarded(), and at() throws) if it is no JSON, or has a number with
// a fraction or an exponent: nlohmann's library converts these to integers that they do not fit without a check.
nlohmann::json ParseOwnJson(std::string_view text);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_OWN_JSON_H_
