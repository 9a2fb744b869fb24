// The rows of text reports: a label, and a text beside it.
#include "runtime/report/label.h"

#include <cstddef>

#include "runtime/base/columns.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr size_t kLabelWidth = 12;  // where the text behind a label begins

}  // namespace

std::string Label(const char* name, bool color) {
  std::string text = StrCat("  ", name);
  text.append(text.size() < kLabelWidth ? kLabelWidth - text.size() : 1, ' ');
  return Painted(text, Paint::kLabel, color);
}

std::string Labelled(const char* name, const std::string& text, bool color) {
  return StrCat(Label(name, color), Wrapped(text, kLabelWidth), "\n");
}

Paint PaintOf(Severity severity) {
  return severity == Severity::kError ? Paint::kError : severity == Severity::kWarning ? Paint::kWarning : Paint::kInfo;
}

}  // namespace lockstep
