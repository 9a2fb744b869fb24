// The report of a process that was killed, made by `lockstep run`.
#ifndef LOCKSTEP_RUNTIME_SESSION_KILLED_H_
#define LOCKSTEP_RUNTIME_SESSION_KILLED_H_

#include <string>

#include "runtime/base/options.h"
#include "runtime/report/report.h"
#include "runtime/session/black_box.h"
#include "runtime/session/run_dir.h"

namespace lockstep {

// What `left`, of a process that is gone, had found: in launches that were complete, as it saved it, and in
// those that were under way, from their logs. `box`: null if there is none. `end`: how the process came to
// its end, as in "was killed by SIGSEGV".
Report ReportOfKilled(const ProcessResult& left, const std::string& directory, const BlackBox* box,
                      const std::string& end, const Options& options);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_KILLED_H_
