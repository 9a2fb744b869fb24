// Our own documents in Markdown as HTML.
#ifndef LOCKSTEP_RUNTIME_REPORT_HTML_MARKDOWN_H_
#define LOCKSTEP_RUNTIME_REPORT_HTML_MARKDOWN_H_

#include <string>
#include <string_view>

namespace lockstep {

// `markdown` as the pages of docs/rules are written: headings, paragraphs, lists with "-", fenced code, `code`,
// *emphasis* and links. "#" becomes a heading of level `top`. A link to another document is its text alone: a page that
// stands for itself has no such neighbour; one to the web stays.
std::string HtmlOfMarkdown(std::string_view markdown, unsigned top);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_HTML_MARKDOWN_H_
