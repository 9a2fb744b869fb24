// Several child processes at a time, each with a time limit: one that crashes or hangs costs its own
// result only.
#ifndef LOCKSTEP_HOST_CLI_JOB_H_
#define LOCKSTEP_HOST_CLI_JOB_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/cli/process.h"

namespace lockstep {

struct Job {
  std::vector<std::string> command;
  Environment changes;
  std::string stdout_file;
  std::string stderr_file;
  // Called in RunJobs when the process has ended; what it returns is run next.
  std::function<std::vector<Job>(const ProcessEnd& end, bool timed_out)> done;
};

// Runs `jobs`, at most `parallel` (from 1 on) at a time and in their order; each is ended, with its
// children, after `timeout_seconds` (0: never): by SIGTERM, so that what watches over a child can report of
// it, and a while later by SIGKILL. Stops early when this process gets SIGINT, SIGTERM or
// SIGHUP, kills what runs, and returns that signal's number; else 0.
int RunJobs(std::vector<Job> jobs, uint64_t parallel, uint64_t timeout_seconds);

// How a job ended that did not end well: "it died of signal 6 (Aborted)", "it ended with status 1", "it did
// not end within 60 seconds (--timeout)".
std::string HowItEnded(const ProcessEnd& end, bool timed_out, uint64_t timeout_seconds);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_JOB_H_
