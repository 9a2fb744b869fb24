// --explain-pruning: of each access of a kernel, whether it was checked, and why not.
#ifndef LOCKSTEP_RUNTIME_REPORT_PRUNING_TEXT_H_
#define LOCKSTEP_RUNTIME_REPORT_PRUNING_TEXT_H_

#include <string>

#include "runtime/report/report.h"

namespace lockstep {

// One line for each access and decision about it, and one with the counts of accesses by decision; each
// access counts once per launch. Empty if the report has no explanations.
std::string PruningText(const Report& report, bool color);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPORT_PRUNING_TEXT_H_
