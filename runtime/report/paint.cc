// Colours and excerpts of text reports.
#include "runtime/report/paint.h"

#include <algorithm>

#include "runtime/base/columns.h"
#include "runtime/base/printable.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr size_t kNumberWidth = 7;  // of the line number in an excerpt, indent included
constexpr size_t kExcerptColumns = 84;

const char* Escape(Paint paint) {
  switch (paint) {
    case Paint::kError:
      return "\033[1;31m";
    case Paint::kWarning:
      return "\033[1;33m";
    case Paint::kInfo:
      return "\033[1;36m";
    case Paint::kPlace:
      return "\033[1m";
    case Paint::kLabel:
      return "\033[2m";
    case Paint::kCaret:
    case Paint::kGood:
      return "\033[1;32m";
  }
  return "";
}

// A source line as it is shown: tabs and other blanks are one blank each.
std::string ExcerptText(std::string_view line) {
  std::string blanks(line);
  for (char& c : blanks) {
    if (c == '\t' || c == '\v' || c == '\f' || c == '\r') c = ' ';
  }
  return Printable(blanks);
}

bool Continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::string Painted(std::string_view text, Paint paint, bool color) {
  return color ? StrCat(Escape(paint), text, "\033[0m") : std::string(text);
}

std::string Excerpt(std::string_view line, unsigned number, unsigned column, bool color) {
  const std::string text = ExcerptText(line);
  // What stands before the caret is shown as it is in the line, so that it takes as many columns.
  size_t caret = std::string::npos;
  if (column >= 1 && column <= line.size() + 1) caret = Columns(ExcerptText(line.substr(0, column - 1)));
  // Characters, not bytes, from here on: positions where a character begins.
  std::vector<size_t> starts;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!Continues(text[i])) starts.push_back(i);
  }
  size_t first = 0;
  if (starts.size() > kExcerptColumns && caret != std::string::npos && caret > 60) {
    first = std::min(caret - 40, starts.size() - kExcerptColumns + 3);
  }
  size_t last = std::min(starts.size(), first + kExcerptColumns);
  std::string shown = text.substr(first < starts.size() ? starts[first] : text.size(),
                                  (last < starts.size() ? starts[last] : text.size()) -
                                      (first < starts.size() ? starts[first] : text.size()));
  if (first > 0) shown = "..." + shown;
  if (last < starts.size()) shown += "...";
  while (!shown.empty() && shown.back() == ' ') shown.pop_back();
  std::string digits = std::to_string(number);
  digits.insert(0, digits.size() < kNumberWidth ? kNumberWidth - digits.size() : 0, ' ');
  std::string out = StrCat(Painted(digits + " |", Paint::kLabel, color), " ", shown, "\n");
  if (caret == std::string::npos) return out;
  size_t at = caret - first + (first > 0 ? 3 : 0);
  out += StrCat(Painted(std::string(digits.size() + 1, ' ') + "|", Paint::kLabel, color), " ",
                std::string(at, ' '), Painted("^", Paint::kCaret, color), "\n");
  return out;
}

}  // namespace lockstep
