// What the processes of a program that still runs have found so far, as `lockstep run` can tell.
#ifndef LOCKSTEP_HOST_CLI_SO_FAR_H_
#define LOCKSTEP_HOST_CLI_SO_FAR_H_

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/report/interrupted.h"
#include "runtime/report/report.h"
#include "runtime/session/run_channel.h"

namespace lockstep {

// In numbers.
struct Progress {
  double seconds = 0;               // since the program was started
  uint64_t processes = 0;           // that have used OpenCL
  uint64_t running = 0;             // of these, those that have not ended
  uint64_t launches = 0;            // complete, those that the filters left out not among them
  uint64_t findings = 0;            // that a report would show now, launches that ran too long among them
  std::vector<UnderWay> under_way;  // in all processes, longest first
};

class SoFar {
 public:
  // `channel`, `options` and `agreements` live as long as this. The program begins now.
  SoFar(const RunChannel& channel, std::vector<std::string> command, const Options& options,
        const Agreements& agreements);

  // What has been saved by now. Cheap enough for twice a second: what has not changed is not read again.
  Progress Look();

  // Since the program was started.
  double seconds() const;

  // The findings so far as text, with a first line that says that it is not the end, written to stderr. The program
  // goes on, and reports are as if this had not been.
  void Show();

 private:
  // Of a process, what its report says as it was saved last.
  struct Known {
    uint64_t launches = 0;
    uint64_t timed_out = 0;
    std::set<std::string> findings;  // their ids
  };

  Report ReportOf(const ProcessResult& result) const;

  const RunChannel& channel_;
  const std::vector<std::string> command_;
  Options options_;  // without bounds for how much is shown
  const Agreements& agreements_;
  const std::chrono::steady_clock::time_point begin_;
  std::map<uint64_t, Known> known_;     // by slot
  std::map<uint64_t, uint64_t> saves_;  // the same, how often they had saved something
};

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_SO_FAR_H_
