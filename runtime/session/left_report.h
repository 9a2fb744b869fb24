// The report of a process below `lockstep run`, made there of what it left.
#ifndef LOCKSTEP_RUNTIME_SESSION_LEFT_REPORT_H_
#define LOCKSTEP_RUNTIME_SESSION_LEFT_REPORT_H_

#include <string>

#include "runtime/base/options.h"
#include "runtime/report/report.h"
#include "runtime/session/run_channel.h"

namespace lockstep {

// How a process that has not finished came to its end, as far as is known.
struct Fate {
  std::string words;   // as in "was killed by SIGSEGV"
  int signal = 0;      // that ended it, or made `lockstep run` leave it; 0: none is known
  bool alive = false;  // it has not ended
};

// What `left` says. Of a process that has not finished what it had found: in launches that were complete, as it saved
// it, and in those that were under way, from their logs. `channel`: in which it left that. `fate`: of a process that
// has not finished. `whole`: set to false if what it left cannot be read, or is not all.
Report ReportOfLeft(const ProcessResult& left, const RunChannel& channel, const Fate& fate, const Options& options,
                    bool* whole);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_LEFT_REPORT_H_
