#include "runtime/base/code_kind.h"

namespace lockstep {
namespace {

bool BeginsWith(std::string_view bytes, std::string_view magic) {
  return bytes.substr(0, magic.size()) == magic;
}

}  // namespace

bool IsBitcode(std::string_view bytes) {
  return BeginsWith(bytes, "BC\xC0\xDE") || BeginsWith(bytes, "\xDE\xC0\x17\x0B");
}

bool IsSpirv(std::string_view bytes) {
  return BeginsWith(bytes, "\x03\x02\x23\x07") || BeginsWith(bytes, "\x07\x23\x02\x03");
}

bool IsIntermediateCode(std::string_view bytes) { return IsBitcode(bytes) || IsSpirv(bytes); }

}  // namespace lockstep
