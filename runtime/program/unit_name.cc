// What reports call programs that come from no file.
#include "runtime/program/unit_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "runtime/base/sha256.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr size_t kDigits = 8;
constexpr size_t kMostKernels = 2;   // named; the rest is counted
constexpr size_t kLongestName = 40;  // of a kernel; the rest is cut off

bool IsWordByte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The words and other bytes of a source, without blanks, comments, texts in quotes and directives.
class Tokens {
 public:
  explicit Tokens(std::string_view source) : rest_(source) {}

  // "" at the end.
  std::string_view Next() {
    while (!rest_.empty()) {
      const char c = rest_[0];
      if (c == '\n') {
        line_begins_ = true;
        rest_.remove_prefix(1);
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        rest_.remove_prefix(1);
      } else if (rest_.substr(0, 2) == "/*") {
        Skip(rest_.find("*/", 2), 2);
      } else if (rest_.substr(0, 2) == "//") {
        Skip(rest_.find('\n'), 0);
      } else if (c == '#' && line_begins_) {
        SkipDirective();
      } else if (c == '"' || c == '\'') {
        SkipQuoted(c);
      } else {
        line_begins_ = false;
        size_t size = 0;
        while (size < rest_.size() && IsWordByte(rest_[size])) ++size;
        const std::string_view token = rest_.substr(0, std::max<size_t>(size, 1));
        rest_.remove_prefix(token.size());
        return token;
      }
    }
    return "";
  }

 private:
  // To `end` and so many bytes further; to the end of all if that is npos.
  void Skip(size_t end, size_t more) { rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + more); }

  void SkipDirective() {
    size_t end = rest_.find('\n');
    while (end != std::string_view::npos && end > 0 && rest_[end - 1] == '\\') end = rest_.find('\n', end + 1);
    Skip(end, 0);
  }

  void SkipQuoted(char quote) {
    size_t end = 1;
    while (end < rest_.size() && rest_[end] != quote && rest_[end] != '\n') end += rest_[end] == '\\' ? 2 : 1;
    Skip(std::min(end, rest_.size()), end < rest_.size() && rest_[end] == quote ? 1 : 0);
  }

  std::string_view rest_;
  bool line_begins_ = true;
};

// Behind `kernel`: the word before the parentheses of its parameters; "" if there are none.
std::string_view FunctionName(Tokens& tokens) {
  std::string_view name;
  size_t depth = 0;  // within the parentheses of an attribute
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    if (depth > 0 || (token == "(" && (name == "__attribute__" || name == "__attribute"))) {
      depth += token == "(" ? 1 : token == ")" ? -1 : 0;
      name = depth > 0 ? name : "";
    } else if (token == "(") {
      return name;
    } else if (IsWordByte(token[0])) {
      name = token;
    } else if (token == ";" || token == "{" || token == "}") {
      return "";
    }
  }
  return "";
}

std::string Digits(std::string_view text) { return Sha256Hex(text).substr(0, kDigits); }

}  // namespace

std::vector<std::string> KernelsIn(std::string_view source) {
  std::vector<std::string> kernels;
  Tokens tokens(source);
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    if (token != "kernel" && token != "__kernel") continue;
    const std::string name(FunctionName(tokens));
    if (!name.empty() && std::find(kernels.begin(), kernels.end(), name) == kernels.end()) kernels.push_back(name);
  }
  return kernels;
}

std::string SourceName(std::string_view source) {
  std::vector<std::string> names;
  const std::vector<std::string> kernels = KernelsIn(source);
  for (size_t i = 0; i < kernels.size() && i < kMostKernels; ++i) names.push_back(kernels[i].substr(0, kLongestName));
  if (kernels.size() > kMostKernels) names.push_back(StrCat(kernels.size() - kMostKernels));
  return StrCat(names.empty() ? "source" : Join(names, "+"), ".", Digits(source), ".cl");
}

std::string CodeName(std::string_view code) { return StrCat("code.", Digits(code), ".ll"); }

}  // namespace lockstep
