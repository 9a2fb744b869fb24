// Base64 (RFC 4648, section 4): bytes in JSON. Our own: no library is to come along into other people's programs.
#ifndef LOCKSTEP_RUNTIME_BASE_BASE64_H_
#define LOCKSTEP_RUNTIME_BASE_BASE64_H_

#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

// `bytes` with padding, without line ends.
std::string Base64Encode(std::string_view bytes);

// The bytes; nullopt if `text` is not what Base64Encode writes.
std::optional<std::string> Base64Decode(std::string_view text);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_BASE64_H_
