// Colours and excerpts of text reports.
#ifndef LOCKSTEP_RUNTIME_REPORT_PAINT_H_
#define LOCKSTEP_RUNTIME_REPORT_PAINT_H_

#include <string>
#include <string_view>

namespace lockstep {

enum class Paint { kError, kWarning, kInfo, kPlace, kLabel, kCaret, kGood };

// `text` in that colour, or as it is if `color` is false.
std::string Painted(std::string_view text, Paint paint, bool color);

// The two lines of an excerpt: the source line with its number, and a caret under `column` (from
// 1, in bytes; 0: no caret line). Tabs become one blank, and a long line is cut to a window around
// the column.
std::string Excerpt(std::string_view line, unsigned number, unsigned column, bool color);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_PAINT_H_
