// Bytes as hexadecimal digits and back, for people to read. Our own: no library is to come along into other people's
// programs.
#ifndef LOCKSTEP_RUNTIME_BASE_HEX_H_
#define LOCKSTEP_RUNTIME_BASE_HEX_H_

#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

// Two digits 0-9, a-f for each byte, the higher one first.
std::string HexEncode(std::string_view bytes);

// The bytes; nullopt if `text` is not what HexEncode writes.
std::optional<std::string> HexDecode(std::string_view text);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_HEX_H_
