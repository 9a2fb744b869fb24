// Text from outside as it may stand in a page: as what it says, whatever it says.
#ifndef LOCKSTEP_RUNTIME_REPORT_HTML_TEXT_H_
#define LOCKSTEP_RUNTIME_REPORT_HTML_TEXT_H_

#include <string>
#include <string_view>

namespace lockstep {

// `text` between tags or in double quotes, in HTML and in XML: first as Printable has it (one line; what cannot be seen
// and what is no UTF-8 becomes visible), then with the characters that markup is made of as references. Everything
// that a page shows of a report goes through this or the two below.
std::string Html(std::string_view text);

// The same for several lines.
std::string HtmlLines(std::string_view text);

// The same for a part of a source line: tabs stay, other blanks that move become one blank.
std::string HtmlSource(std::string_view text);

// At most `most` characters of `text`, not escaped yet; "…" behind them if there are more.
std::string Shortened(std::string_view text, size_t most);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_HTML_TEXT_H_
