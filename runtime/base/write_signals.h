// Keeps a write of ours from killing the program with SIGPIPE (a reader is gone) or SIGXFSZ (the
// limit on file sizes, `ulimit -f`).
#ifndef LOCKSTEP_RUNTIME_BASE_WRITE_SIGNALS_H_
#define LOCKSTEP_RUNTIME_BASE_WRITE_SIGNALS_H_

#include <signal.h>

namespace lockstep {

// Both signals are blocked in this thread while a guard lives; those that our own writes raised are
// taken away before the mask is restored. What was pending before stays pending.
class WriteSignalGuard {
 public:
  WriteSignalGuard();
  ~WriteSignalGuard();
  WriteSignalGuard(const WriteSignalGuard&) = delete;
  WriteSignalGuard& operator=(const WriteSignalGuard&) = delete;

 private:
  sigset_t blocked_;  // those that were not pending before
  sigset_t saved_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_WRITE_SIGNALS_H_
