// Several child processes at a time, each with a time limit.
#include "host/cli/job.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <deque>
#include <list>

#include "runtime/base/child.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// How long one that was told to end may take to say what it found.
constexpr uint64_t kLastWordsMs = 10000;

struct Running {
  Job job;
  pid_t pid = 0;
  uint64_t deadline = 0;  // milliseconds; 0: none
  bool timed_out = false;  // told to end; at the next deadline it is killed
};

uint64_t Milliseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000 + static_cast<uint64_t>(now.tv_nsec) / 1000000;
}

void Redirect(const std::string& file, int to) {
  int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd >= 0) dup2(fd, to);
}

// Starts `job` as the leader of a process group, so that it can be killed with its children.
pid_t Start(const Job& job, const sigset_t& mask) {
  ChildSetup setup;
  setup.changes = job.changes;
  setup.prepare = [&job, &mask, parent = getpid()] {
    setpgid(0, 0);
    // Nobody else ends it if this process is killed. It passes the signal on to what it runs.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(127);
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    Redirect("/dev/null", STDIN_FILENO);
    Redirect(job.stdout_file, STDOUT_FILENO);
    Redirect(job.stderr_file, STDERR_FILENO);
  };
  return StartChild(job.command, setup);
}

void KillAll(std::list<Running>* running) {
  for (Running& one : *running) {
    kill(-one.pid, SIGKILL);
    int status = 0;
    while (waitpid(one.pid, &status, 0) < 0 && errno == EINTR) {
    }
  }
  running->clear();
}

// Blocks the signals that the loop waits for itself, until it goes out of scope.
class BlockedSignals {
 public:
  BlockedSignals() {
    // Ignored by whoever started us, it would keep waitpid from telling how children end.
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &usual, &saved_child_);
    sigemptyset(&set_);
    for (int number : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) sigaddset(&set_, number);
    sigprocmask(SIG_BLOCK, &set_, &saved_);
  }
  ~BlockedSignals() {
    sigprocmask(SIG_SETMASK, &saved_, nullptr);
    sigaction(SIGCHLD, &saved_child_, nullptr);
  }
  const sigset_t& saved() const { return saved_; }

  // The next of them, 0 after `milliseconds`.
  int Wait(uint64_t milliseconds) {
    timespec limit = {static_cast<time_t>(milliseconds / 1000),
                      static_cast<long>(milliseconds % 1000 * 1000000)};
    int number = sigtimedwait(&set_, nullptr, &limit);
    return number < 0 ? 0 : number;
  }

 private:
  sigset_t set_;
  sigset_t saved_;
  struct sigaction saved_child_;
};

}  // namespace

int RunJobs(std::vector<Job> jobs, uint64_t parallel, uint64_t timeout_seconds) {
  std::deque<Job> waiting(std::make_move_iterator(jobs.begin()),
                          std::make_move_iterator(jobs.end()));
  std::list<Running> running;
  BlockedSignals signals;
  auto finish = [&](const Job& job, const ProcessEnd& end, bool timed_out) {
    std::vector<Job> next = job.done(end, timed_out);
    // In front, so that what belongs together comes out together.
    waiting.insert(waiting.begin(), std::make_move_iterator(next.begin()),
                   std::make_move_iterator(next.end()));
  };
  while (!waiting.empty() || !running.empty()) {
    while (!waiting.empty() && running.size() < parallel) {
      Running one;
      one.job = std::move(waiting.front());
      waiting.pop_front();
      one.pid = Start(one.job, signals.saved());
      if (one.pid < 0) {
        Log(StrCat("cannot start a process: ", strerror(errno)));
        finish(one.job, {126, 0, false}, false);
        continue;
      }
      if (timeout_seconds != 0) one.deadline = Milliseconds() + 1000 * timeout_seconds;
      running.push_back(std::move(one));
    }
    uint64_t now = Milliseconds();
    uint64_t patience = 60000;
    for (Running& one : running) {
      if (one.deadline == 0) continue;
      if (one.deadline <= now) {
        kill(-one.pid, one.timed_out ? SIGKILL : SIGTERM);
        one.deadline = one.timed_out ? 0 : now + kLastWordsMs;
        one.timed_out = true;
      }
      if (one.deadline != 0) patience = std::min(patience, one.deadline - now);
    }
    int number = running.empty() ? 0 : signals.Wait(patience);
    if (number != 0 && number != SIGCHLD) {
      KillAll(&running);
      return number;
    }
    for (auto one = running.begin(); one != running.end();) {
      int status = 0;
      if (waitpid(one->pid, &status, WNOHANG) != one->pid) {
        ++one;
        continue;
      }
      Running ended = std::move(*one);
      one = running.erase(one);
      finish(ended.job, EndOf(ended.pid, status), ended.timed_out);
    }
  }
  return 0;
}

std::string HowItEnded(const ProcessEnd& end, bool timed_out, uint64_t timeout_seconds) {
  if (timed_out) {
    return StrCat("it did not end within ", Counted(timeout_seconds, "second", "seconds"), " (--timeout)");
  }
  if (end.signal != 0) return StrCat("it died of signal ", end.signal, " (", strsignal(end.signal), ")");
  return StrCat("it ended with status ", end.status);
}

}  // namespace lockstep
