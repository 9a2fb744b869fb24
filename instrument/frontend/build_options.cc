// Splits and sorts the options of clBuildProgram.
#include "instrument/frontend/build_options.h"

#include <cctype>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace lockstep::instrument {
namespace {

// Options that clang -cc1 takes as they are and that change results.
constexpr std::string_view kMathOptions[] = {
    "-cl-single-precision-constant", "-cl-mad-enable",       "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations", "-cl-finite-math-only", "-cl-fast-relaxed-math",
    "-cl-fp32-correctly-rounded-divide-sqrt"};

bool IsMathOption(std::string_view option) {
  for (std::string_view known : kMathOptions) {
    if (option == known) return true;
  }
  return false;
}

bool IsSpace(char c) { return c == '\0' || std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::vector<std::string> SplitOptions(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  bool quoted = false;          // between plain quotes, which are dropped
  bool quoted_literal = false;  // between escaped quotes, which are kept
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\\' && (next == '"' || next == ' ')) {
      word += next;
      ++i;
      in_word = true;
      if (next == '"') quoted_literal = !quoted_literal;
    } else if (c == '"') {
      quoted = !quoted;
      in_word = true;
    } else if (!quoted && !quoted_literal && IsSpace(c)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

BuildOptions ParseBuildOptions(std::string_view text) {
  BuildOptions options;
  const std::vector<std::string> words = SplitOptions(text);
  // The value of an option given as one word ("-DX") or as two ("-D X").
  const auto value_of = [&words](size_t& i, size_t prefix) {
    if (words[i].size() > prefix) return words[i].substr(prefix);
    return i + 1 < words.size() ? words[++i] : std::string();
  };
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (absl::StartsWith(word, "-D")) {
      options.macros.push_back(absl::StrCat("-D", value_of(i, 2)));
    } else if (absl::StartsWith(word, "-U")) {
      options.macros.push_back(absl::StrCat("-U", value_of(i, 2)));
    } else if (absl::StartsWith(word, "-include")) {
      options.includes.push_back(value_of(i, 8));
    } else if (absl::StartsWith(word, "-I")) {
      options.include_dirs.push_back(value_of(i, 2));
    } else if (absl::StartsWith(word, "-cl-std=")) {
      options.language_standard = word.substr(8);
    } else if (word == kDenormsAreZero) {
      options.math.push_back("-fdenormal-fp-math=positive-zero");
      options.denorms_are_zero = true;
    } else if (word == "-cl-opt-disable") {
      options.optimize = false;
    } else if (IsMathOption(word)) {
      options.math.push_back(word);
      if (word == "-cl-fast-relaxed-math") options.fast_relaxed_math = true;
    } else if (word == "-x" || word == "-o") {
      ++i;  // their values are words of their own
    }
  }
  return options;
}

}  // namespace lockstep::instrument
