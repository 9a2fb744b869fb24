// Our own compilations, and the end of the process: nothing may be compiled while drivers tear down their compilers.
#ifndef LOCKSTEP_HOST_BUILD_OWN_COMPILATION_H_
#define LOCKSTEP_HOST_BUILD_OWN_COMPILATION_H_

#include "host/api/exec.h"

namespace lockstep::host {

// Lives while a thread compiles for us. The end of the process waits for it (bounded).
class OwnCompilation {
 public:
  OwnCompilation();
  ~OwnCompilation();
  OwnCompilation(const OwnCompilation&) = delete;
  OwnCompilation& operator=(const OwnCompilation&) = delete;

 private:
  DriversOwnPrograms programs_;
};

// How many there are now, without those further up the stack of this thread: exit() may be called by a callback in one.
int CompilationsElsewhere();

// In a child that was forked: it has no other threads.
void ForgetParentsCompilations();

// From now on `wait` is what WaitAtExitBeforeTearDown has called. It may be called several times.
void SetWaitAtExit(void (*wait)());

// At exit, what SetWaitAtExit was given is called before anything is torn down that was registered earlier (atexit).
// Drivers register their compiler's tear-down when they first compile, so this is called again after each compilation.
void WaitAtExitBeforeTearDown();

}  // namespace lockstep::host

#endif  // LOCKSTEP_HOST_BUILD_OWN_COMPILATION_H_
