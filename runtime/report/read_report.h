// Reports in JSON, as data again: for those who convert, merge and compare them.
#ifndef LOCKSTEP_RUNTIME_REPORT_READ_REPORT_H_
#define LOCKSTEP_RUNTIME_REPORT_READ_REPORT_H_

#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/report/report.h"

namespace lockstep {

// The report that `json` is, or those that one of `lockstep kernel` over several kernels holds. JsonReport of it gives
// the same text again. The error says what is wrong with it, behind the file's name.
StatusOr<std::vector<Report>> ReadReports(std::string_view json);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_READ_REPORT_H_
