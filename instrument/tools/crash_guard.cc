// Signal handlers on a stack of their own, and LLVM's hook for errors that it cannot return.
#include "instrument/tools/crash_guard.h"

#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "llvm/Support/ErrorHandling.h"

namespace lockstep::instrument {
namespace {

const char* g_tool = "";
int g_status = 1;

// Only what is allowed in a signal handler.
void Say(const char* text) {
  const ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written;
}

[[noreturn]] void End(const char* what, const char* detail) {
  Say(g_tool);
  Say(": ");
  Say(what);
  Say(detail);
  Say("\n");
  _exit(g_status);
}

void OnSignal(int signal) {
  End("crashed: ", signal == SIGABRT   ? "aborted"
                   : signal == SIGSEGV ? "invalid access or stack overflow"
                   : signal == SIGFPE  ? "arithmetic error"
                                       : "invalid instruction or bus error");
}

void OnFatalError(void*, const char* reason, bool) { End("LLVM: ", reason); }

}  // namespace

void InstallCrashGuard(const char* tool, int status) {
  g_tool = tool;
  g_status = status;
  llvm::install_fatal_error_handler(OnFatalError);
  // An overflowing stack leaves no room for the handler of its signal.
  constexpr size_t kStackBytes = 64 * 1024;
  stack_t stack = {};
  stack.ss_sp = std::malloc(kStackBytes);
  stack.ss_size = kStackBytes;
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE}) {
    sigaction(signal, &action, nullptr);
  }
}

void EndWithLine(const char* what) { End(what, ""); }

}  // namespace lockstep::instrument
