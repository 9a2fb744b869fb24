// What a page says besides the findings: what was not checked, kernels, processes, what was left out.
#ifndef LOCKSTEP_RUNTIME_REPORT_HTML_TABLES_H_
#define LOCKSTEP_RUNTIME_REPORT_HTML_TABLES_H_

#include <string>

#include "runtime/report/report.h"

namespace lockstep {

// Which processes ran when and on which devices: a list of facts.
std::string RunHtml(const Report& report);

// Launches that timed out, what was not checked or not as a whole, what was under way; "" if there is nothing.
std::string NotCheckedHtml(const Report& report);

// Findings that are not shown because of what a project agreed on, and those that are gone.
std::string AgreedHtml(const Report& report);

// A table of the kernels that were checked, and one of the processes if there are several.
std::string KernelsHtml(const Report& report);
std::string ProcessTableHtml(const Report& report);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_HTML_TABLES_H_
