// The report as a page for a browser.
#ifndef LOCKSTEP_RUNTIME_REPORT_HTML_REPORT_H_
#define LOCKSTEP_RUNTIME_REPORT_HTML_REPORT_H_

#include <string>

#include "runtime/report/report.h"

namespace lockstep {

// One page of HTML that needs nothing besides itself: no network, no other file; scripts only for its filters. What
// comes from outside is text in it (html_text.h), and its policy lets no script run but its own.
std::string HtmlReport(const Report& report);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_HTML_REPORT_H_
