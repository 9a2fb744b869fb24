// The report of a process that was killed, made by `lockstep run`.
#ifndef LOCKSTEP_RUNTIME_SESSION_KILLED_H_
#define LOCKSTEP_RUNTIME_SESSION_KILLED_H_

#include <string>

#include "runtime/base/options.h"
#include "runtime/report/report.h"
#include "runtime/session/run_channel.h"

namespace lockstep {

// How a process that has not reported came to its end, as far as is known.
struct Fate {
  std::string words;   // as in "was killed by SIGSEGV"
  int signal = 0;      // that ended it, or made `lockstep run` leave it; 0: none is known
  bool alive = false;  // it has not ended
};

// What `left`, of a process that is gone, had found: in launches that were complete, as it saved it, and in
// those that were under way, from their logs. `channel`: in which it left that. `whole`: set to false if what it
// saved cannot be read.
Report ReportOfKilled(const ProcessResult& left, const RunChannel& channel, const Fate& fate, const Options& options,
                      const Agreements& agreements, bool* whole);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_KILLED_H_
