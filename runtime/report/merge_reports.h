// Many reports as one: of several processes, runs or machines.
#ifndef LOCKSTEP_RUNTIME_REPORT_MERGE_REPORTS_H_
#define LOCKSTEP_RUNTIME_REPORT_MERGE_REPORTS_H_

#include <vector>

#include "runtime/report/report.h"

namespace lockstep {

// One report over all of `reports`, at least one: findings with the same id are one, with the processes that had them;
// numbers are sums. `options`, `agreements`: applied to what the reports show, as to a process's own findings. What
// they left out by themselves stays left out.
Report MergeReports(std::vector<Report> reports, const Options& options, const Agreements& agreements);

// What `old` has and `report` has not, in no list of it.
std::vector<Mistake> GoneSince(const Report& old, const Report& report);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_MERGE_REPORTS_H_
