// What fuzzers share: claims that end the process, and properties of text that people read.
#ifndef LOCKSTEP_TESTS_FUZZ_FUZZ_H_
#define LOCKSTEP_TESTS_FUZZ_FUZZ_H_

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "runtime/base/printable.h"
#include "runtime/base/utf8.h"

namespace lockstep::fuzz {

// Ends the process, as a sanitizer does, unless `holds`.
inline void Claim(bool holds, const char* what, std::string_view text = "") {
  if (holds) return;
  std::fprintf(stderr, "claim does not hold: %s\n%.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

// An error message, whatever it quotes: something, and as Log prints it one line that means itself.
inline void CheckOneLine(std::string_view message) {
  Claim(!message.empty(), "an error says something");
  const std::string printed = Printable(message);
  const bool one_line = std::none_of(printed.begin(), printed.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  Claim(one_line, "an error is one line", printed);
  Claim(Printable(printed) == printed, "what is printable stays", printed);
}

// One JSON value, which also means UTF-8.
inline void CheckJson(const std::string& text) {
  Claim(nlohmann::json::accept(text), "JSON is JSON", text);
}

// Nothing that a terminal would take as a command: no control character but line feed.
inline void CheckHarmless(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    Claim(c == '\n' || (c >= 0x20 && c != 0x7f), "no control characters", text);
    // C1 controls: U+0080 to U+009F.
    const bool c1 = c == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    Claim(!c1, "no C1 controls", text);
  }
  Claim(MakeUtf8(std::string(text)) == text, "text is UTF-8", text);
}

}  // namespace lockstep::fuzz

#endif  // LOCKSTEP_TESTS_FUZZ_FUZZ_H_
