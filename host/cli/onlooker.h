// What `lockstep run` tells of a program while that runs: at a terminal, in a log, and who asks.
#ifndef LOCKSTEP_HOST_CLI_ONLOOKER_H_
#define LOCKSTEP_HOST_CLI_ONLOOKER_H_

#include "host/cli/process.h"
#include "host/cli/so_far.h"
#include "host/cli/status_line.h"
#include "host/cli/waiting.h"
#include "runtime/base/options.h"

namespace lockstep {

class Onlooker {
 public:
  // `so_far`, `options`: live as long as this.
  Onlooker(SoFar& so_far, const Options& options);
  Onlooker(const Onlooker&) = delete;
  Onlooker& operator=(const Onlooker&) = delete;

  // What is to be done while the program runs. This must live as long.
  Meanwhile While();

  // The program has ended: takes away what stands on a terminal.
  void End() { line_.Clear(); }

 private:
  void Look();
  void Beat(const Progress& progress);
  void AtTerminal(const Progress& progress);

  SoFar& so_far_;
  const bool terminal_;
  const bool lines_only_;
  const double beat_;   // seconds between two; 0: none
  Progress last_beat_;  // as it was told
  Progress last_look_;
  Progress busy_since_;  // when it began to do what takes time, and has not stopped since
  int idle_ = 0;         // looks in which it did nothing of the kind
  StatusLine line_;
  WaitingLines waiting_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_ONLOOKER_H_
