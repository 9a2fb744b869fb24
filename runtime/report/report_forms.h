// The forms in which a report is written to files.
#ifndef LOCKSTEP_RUNTIME_REPORT_REPORT_FORMS_H_
#define LOCKSTEP_RUNTIME_REPORT_REPORT_FORMS_H_

#include <string>

#include "runtime/base/report_file.h"
#include "runtime/report/report.h"

namespace lockstep {

// The whole report in that form, without colours. `verbose`: with the table of kernels, in the text.
std::string ReportInForm(const Report& report, ReportForm form, bool verbose);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_REPORT_FORMS_H_
