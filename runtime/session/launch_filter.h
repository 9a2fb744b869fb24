// Which launches are checked, of those whose kernels --kernel and --exclude-kernel leave in: by their number, their
// source file, the thread that enqueued them and the queue, and by what has been checked before.
#ifndef LOCKSTEP_RUNTIME_SESSION_LAUNCH_FILTER_H_
#define LOCKSTEP_RUNTIME_SESSION_LAUNCH_FILTER_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "runtime/base/options.h"

namespace lockstep {

// What is known of a launch before it is decided whether it is checked.
struct LaunchCandidate {
  std::string kernel;
  uint64_t number = 0;  // 1 for the process's first, as reports call it
  std::string file;     // of the kernel's source, as reports call it; may be empty
  std::string thread;   // name of the thread that enqueues it
  uint64_t queue = 0;   // 1 for the process's first
  double seconds = 0;   // since the process's first launch
};

// All functions may be called by any thread.
class LaunchFilter {
 public:
  explicit LaunchFilter(const Options& options) : options_(options) {}

  // No option chooses among launches, as nearly always: nothing else needs to be asked.
  bool LeavesAllIn() const;

  // The option, as one writes it, because of which this launch is not checked; "" if it is. Each launch is asked for
  // once, in the order in which they are enqueued: --launch-skip, --launch-count and --sample count what they see.
  std::string LeavesOut(const LaunchCandidate& launch);

  // True if no launch from now on is checked, whatever it is: --time-budget and --launch-count are spent.
  // `option` gets the text.
  bool IsSpent(double seconds, std::string* option);

 private:
  bool IsSpentLocked(double seconds, std::string* option) const;

  const Options& options_;
  std::mutex mutex_;
  uint64_t seen_ = 0;                        // that the options before --launch-skip left in
  uint64_t counted_ = 0;                     // that are checked
  std::map<std::string, uint64_t> sampled_;  // kernel -> launches that --sample saw
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_SESSION_LAUNCH_FILTER_H_
