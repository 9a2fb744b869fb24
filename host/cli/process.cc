// One child process: started with a changed environment, waited for, its end reproduced.
#include "host/cli/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "host/cli/findings_signal.h"
#include "host/cli/orphans.h"
#include "runtime/base/child.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// Not SIGUSR1, which asks this process for the findings so far; who means the program sends it there.
constexpr int kForwarded[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR2, SIGALRM, SIGWINCH};

volatile sig_atomic_t child_pid = 0;

// How long the command may take to end when this process was asked to. Who does not want to wait so long asks
// again; what comes sooner than `kAgain` is the same request (timeout sends its signal to its child and to its group).
constexpr double kGrace = 10, kAgain = 0.2;
// Ctrl-C need not mean that: an interactive program goes on. Twice within this time it does.
constexpr double kTwice = 2;

// Who wants this process to end; all but `signal` in seconds of the monotonic clock, 0: never.
struct Leaving {
  volatile sig_atomic_t signal = 0;  // the last one
  volatile double asked = 0;         // first time
  volatile double pressed = 0;       // Ctrl-C or Ctrl-\, last time
  volatile sig_atomic_t now = 0;     // asked again
};
Leaving leaving;

double Now() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void NoteEnding(int number, bool from_terminal) {
  const double now = Now();
  leaving.signal = number;
  if (from_terminal && (number == SIGINT || number == SIGQUIT)) {
    const double since = now - leaving.pressed;
    if (leaving.pressed != 0 && since > kAgain && since < kTwice) leaving.now = 1;
    leaving.pressed = now;
    return;
  }
  if (leaving.asked == 0) {
    leaving.asked = now;
  } else if (now - leaving.asked > kAgain) {
    leaving.now = 1;
  }
}

// What the terminal sends goes to the whole foreground group, the child included; what somebody
// sent to this process only is passed on.
void Forward(int number, siginfo_t* info, void*) {
  int saved = errno;
  const bool from_terminal = info->si_code > 0;
  if (child_pid > 0 && !from_terminal) kill(child_pid, number);
  if (AsksToEnd(number)) NoteEnding(number, from_terminal);
  errno = saved;
}

void Wake(int) {}

class ForwardSignals {
 public:
  ForwardSignals() {
    // Ignored by whoever started us, it would keep waitpid from telling how the child ended.
    struct sigaction child = {};
    child.sa_handler = Wake;
    sigaction(SIGCHLD, &child, &saved_child_);
    struct sigaction action = {};
    action.sa_sigaction = Forward;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < std::size(kForwarded); ++i) {
      sigaction(kForwarded[i], nullptr, &saved_[i]);
      // A signal that was ignored stays so (nohup).
      if (saved_[i].sa_handler != SIG_IGN) sigaction(kForwarded[i], &action, nullptr);
    }
  }
  ~ForwardSignals() { Restore(); }
  void Restore() {
    sigaction(SIGCHLD, &saved_child_, nullptr);
    for (size_t i = 0; i < std::size(kForwarded); ++i) {
      sigaction(kForwarded[i], &saved_[i], nullptr);
    }
  }

 private:
  struct sigaction saved_[std::size(kForwarded)];
  struct sigaction saved_child_;
};

// Seconds that the command may still take; none: as long as it wants.
std::optional<double> TimeLeft() {
  if (leaving.now != 0) return 0;
  if (leaving.asked == 0) return std::nullopt;
  return std::max(0.0, leaving.asked + kGrace - Now());
}

// How often `meanwhile.look` is called.
constexpr double kMeanwhile = 0.5;

// Waits for the child's end, or until this process must go without, and for `*output` what it writes to `source`
// (-1: nothing). Signals are blocked when this is called and come in only while it waits, with the mask `usual`.
ProcessEnd Wait(pid_t pid, int source, std::string* output, sigset_t usual, const Meanwhile& meanwhile) {
  sigdelset(&usual, SIGCHLD);
  if (meanwhile.show_findings) sigdelset(&usual, SIGUSR1);
  for (;;) {
    int status = 0;
    ReapOrphans(pid);
    const pid_t ended = source >= 0 ? 0 : waitpid(pid, &status, WNOHANG);
    if (ended != 0) return EndOf(pid, status);
    std::optional<double> left = TimeLeft();
    if (left && *left == 0) {
      ProcessEnd end;
      end.pid = pid;
      end.left = true;
      end.signal = leaving.signal;
      end.status = 128 + end.signal;
      return end;
    }
    if (meanwhile.show_findings && TakeFindingsSignal()) meanwhile.show_findings();
    if (meanwhile.look) {
      meanwhile.look();
      left = std::min(left.value_or(kMeanwhile), kMeanwhile);
    }
    timespec time = {};
    if (left) {
      time.tv_sec = static_cast<time_t>(*left);
      time.tv_nsec = static_cast<long>((*left - static_cast<double>(time.tv_sec)) * 1e9);
    }
    pollfd ready = {source, POLLIN, 0};
    if (ppoll(&ready, source >= 0 ? 1 : 0, left ? &time : nullptr, &usual) <= 0 || source < 0) continue;
    char buffer[4096];
    const ssize_t size = read(source, buffer, sizeof(buffer));
    if (size > 0) output->append(buffer, static_cast<size_t>(size));
    if (size == 0 || (size < 0 && errno != EINTR)) source = -1;
  }
}

ProcessEnd Run(const std::vector<std::string>& command, const Environment& changes, std::string* output,
               const Meanwhile& meanwhile) {
  int output_pipe[2] = {-1, -1};
  if (output != nullptr && pipe2(output_pipe, O_CLOEXEC) != 0) {
    Log(StrCat("cannot run '", command[0], "': ", strerror(errno)));
    return {126, 0, false};
  }
  // Signals wait until both sides know what to do with them.
  sigset_t all;
  sigset_t saved;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &saved);
  ForwardSignals forward;
  ChildSetup setup;
  setup.changes = changes;
  if (output != nullptr) setup.descriptors = {{output_pipe[1], STDOUT_FILENO}, {output_pipe[1], STDERR_FILENO}};
  setup.prepare = [&forward, &saved] {
    forward.Restore();
    RestoreFindingsSignal();
    sigprocmask(SIG_SETMASK, &saved, nullptr);
  };
  const pid_t pid = StartChild(command, setup);
  const int error = errno;
  if (output != nullptr) close(output_pipe[1]);
  ProcessEnd end;
  if (pid < 0) {
    end = {error == ENOENT ? 127 : 126, 0, false};
  } else {
    child_pid = pid;
    leaving = Leaving();
    end = Wait(pid, output_pipe[0], output, saved, meanwhile);
    end.asked = leaving.signal;
    child_pid = 0;
  }
  if (output != nullptr) close(output_pipe[0]);
  sigprocmask(SIG_SETMASK, &saved, nullptr);
  if (pid < 0) Log(StrCat("cannot run '", command[0], "': ", strerror(error)));
  return end;
}

}  // namespace

ProcessEnd EndOf(pid_t pid, int status) {
  ProcessEnd end;
  end.pid = pid;
  if (WIFSIGNALED(status)) {
    end.signal = WTERMSIG(status);
    end.status = 128 + end.signal;
  } else {
    end.status = WEXITSTATUS(status);
  }
  return end;
}

bool AsksToEnd(int signal) {
  return signal == SIGHUP || signal == SIGINT || signal == SIGQUIT || signal == SIGTERM;
}

ProcessEnd RunProcess(const std::vector<std::string>& command, const Environment& changes, const Meanwhile& meanwhile) {
  return Run(command, changes, nullptr, meanwhile);
}

ProcessEnd RunCaptured(const std::vector<std::string>& command, const Environment& changes,
                       std::string* output) {
  return Run(command, changes, output, {});
}

void EndLike(const ProcessEnd& end) {
  if (end.signal != 0) {
    // The program has written its core file, if any; ours would overwrite it.
    rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(end.signal, SIG_DFL);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, end.signal);
    sigprocmask(SIG_UNBLOCK, &one, nullptr);
    raise(end.signal);
  }
  exit(end.status);
}

}  // namespace lockstep
