// Many reports as one: of several processes, runs or machines.
#ifndef LOCKSTEP_RUNTIME_REPORT_MERGE_REPORTS_H_
#define LOCKSTEP_RUNTIME_REPORT_MERGE_REPORTS_H_

#include <cstdint>
#include <vector>

#include "runtime/report/report.h"

namespace lockstep {

// One report over all of `reports`, at least one: mistakes in the same statements are one, with the processes that had
// them (merged_ids.h); numbers are sums. `options`, `agreements`: applied to what the reports show, as to a process's
// own findings. What they left out by themselves stays left out.
Report MergeReports(std::vector<Report> reports, const Options& options, const Agreements& agreements);

struct Repeats {
  uint64_t left_out = 0;       // reports
  uint64_t counted_twice = 0;  // processes
};

// `reports` without those that are about processes of which another one tells, too: a process counts once, in its
// latest report, however often that is given, alone or merged with others. Two merged reports that share some
// processes, and each have others, both stay: what is then counted twice is said.
std::vector<Report> WithoutRepeats(std::vector<Report> reports, Repeats* repeats);

// What `old` has and `report` has not, in no list of it.
std::vector<Mistake> GoneSince(const Report& old, const Report& report);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_MERGE_REPORTS_H_
