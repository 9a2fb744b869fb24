// Patterns of kernel names: every one that is taken matches what the C library's extended expressions match, and
// none takes long.
#include <regex.h>

#include <algorithm>
#include <string>

#include "runtime/base/regex.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace lockstep;
  const std::string all(reinterpret_cast<const char*>(data), size);
  const size_t end = all.find('\n');
  const std::string pattern = all.substr(0, end), text = end == std::string::npos ? "k" : all.substr(end + 1);
  const auto ours = Regex::Compile(pattern);
  if (!ours.ok()) {
    fuzz::CheckOneLine(ours.status().message());
    return 0;
  }
  const bool matches = ours->Matches(text);
  // The C library takes memory and time without bound for counts and for repetitions of repetitions (n']*++*++++* for
  // minutes), and sees no zero bytes.
  const auto repeats = std::count_if(pattern.begin(), pattern.end(), [](char c) { return c == '*' || c == '+' || c == '?'; });
  if (size > 40 || repeats > 6 || all.find('\0') != std::string::npos || pattern.find('{') != std::string::npos) return 0;
  regex_t theirs;
  if (regcomp(&theirs, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) return 0;
  const bool match = regexec(&theirs, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&theirs);
  fuzz::Claim(matches == match, matches ? "only ours matches" : "only the C library's matches", all);
  return 0;
}
