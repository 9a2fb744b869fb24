// The report as text for people: blocks of at most 96 columns.
#ifndef LOCKSTEP_RUNTIME_REPORT_TEXT_REPORT_H_
#define LOCKSTEP_RUNTIME_REPORT_TEXT_REPORT_H_

#include <string>

#include "runtime/report/report.h"

namespace lockstep {

struct TextStyle {
  bool color = false;
  bool quiet = false;    // nothing at all unless there is a finding, something incomplete or unchecked
  bool verbose = false;  // with a table of the kernels
};

// The whole report; the same report and style give the same bytes. Ends with a line feed unless
// it is empty.
std::string TextReport(const Report& report, const TextStyle& style);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_TEXT_REPORT_H_
