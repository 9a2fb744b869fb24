#include "runtime/base/write_signals.h"

#include <time.h>

#include <initializer_list>

namespace lockstep {

WriteSignalGuard::WriteSignalGuard() {
  sigset_t pending, both;
  sigpending(&pending);
  sigemptyset(&both);
  sigemptyset(&blocked_);
  for (int number : {SIGPIPE, SIGXFSZ}) {
    sigaddset(&both, number);
    if (sigismember(&pending, number) == 0) sigaddset(&blocked_, number);
  }
  pthread_sigmask(SIG_BLOCK, &both, &saved_);
}

WriteSignalGuard::~WriteSignalGuard() {
  const timespec none = {0, 0};
  while (sigtimedwait(&blocked_, nullptr, &none) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &saved_, nullptr);
}

}  // namespace lockstep
