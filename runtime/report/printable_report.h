// A report whose texts may all be written to a terminal.
#ifndef LOCKSTEP_RUNTIME_REPORT_PRINTABLE_REPORT_H_
#define LOCKSTEP_RUNTIME_REPORT_PRINTABLE_REPORT_H_

#include "runtime/report/report.h"

namespace lockstep {

// `report` with every text that the text report shows made printable, but for the snippets, whose columns
// count (Excerpt does it).
Report PrintableReport(Report report);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_PRINTABLE_REPORT_H_
