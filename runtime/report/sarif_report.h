// The report as SARIF 2.1.0, for viewers and code hosts.
#ifndef LOCKSTEP_RUNTIME_REPORT_SARIF_REPORT_H_
#define LOCKSTEP_RUNTIME_REPORT_SARIF_REPORT_H_

#include <string>

#include "runtime/report/report.h"

namespace lockstep {

// One run of one tool: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0". A result for each
// mistake: the first access is its location, the second a related one, and both are the ends of two threads' flows.
std::string SarifReport(const Report& report);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_SARIF_REPORT_H_
