// The token cursor and the type words that the parts of the litmus parser share.
#include "runtime/litmus/parser_base.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace lockstep::litmus {
namespace {

bool IsPlainTypeWord(absl::string_view word) {
  static constexpr absl::string_view kWords[] = {
      "int",   "uint",   "unsigned", "signed",  "long",     "ulong",    "short",     "ushort",
      "char",  "uchar",  "bool",     "_Bool",   "size_t",   "intptr_t", "uintptr_t", "ptrdiff_t",
      "float", "double", "void",     "int32_t", "uint32_t", "int64_t",  "uint64_t"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

bool IsQualifier(absl::string_view word) {
  static constexpr absl::string_view kWords[] = {
      "volatile",  "const",      "restrict",     "__restrict", "_Atomic",    "global",
      "__global",  "local",      "__local",      "private",    "__private",  "generic",
      "__generic", "global_fga", "__global_fga", "constant",   "__constant", "register"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

}  // namespace

bool IsThreadName(const Token& token) {
  if (token.kind != TokenKind::kName || token.text.size() < 2 || token.text[0] != 'P') return false;
  return std::all_of(token.text.begin() + 1, token.text.end(),
                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
}

bool IsAtomicTypeWord(absl::string_view word) {
  if (!absl::ConsumePrefix(&word, "atomic_")) return false;
  static constexpr absl::string_view kWords[] = {"schar",    "llong",     "ullong",
                                                 "intmax_t", "uintmax_t", "flag"};
  return IsPlainTypeWord(word) ||
         std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

bool Cursor::AtType() const {
  if (!IsName()) return false;
  const std::string& word = Peek().text;
  return IsPlainTypeWord(word) || IsAtomicTypeWord(word) || IsQualifier(word);
}

TypeWords Cursor::Type() {
  TypeWords out;
  while (AtType() || (out.any && Is("*"))) {
    const std::string& word = Take().text;
    out.any = true;
    if (word == "*") ++out.stars;
    if (IsAtomicTypeWord(word) || word == "_Atomic") out.atomic = true;
    if (absl::StrContains(word, "global")) out.regions |= kGlobalRegion;
    if (word == "local" || word == "__local") out.regions |= kLocalRegion;
  }
  return out;
}

}  // namespace lockstep::litmus
