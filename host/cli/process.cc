// One child process: started with a changed environment, waited for, its end reproduced.
#include "host/cli/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/base/log.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr int kForwarded[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                              SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH};

volatile sig_atomic_t child_pid = 0;

// What the terminal sends goes to the whole foreground group, the child included; what somebody
// sent to this process only is passed on.
void Forward(int number, siginfo_t* info, void*) {
  int saved = errno;
  if (child_pid > 0 && info->si_code <= 0) kill(child_pid, number);
  errno = saved;
}

class ForwardSignals {
 public:
  ForwardSignals() {
    // Ignored by whoever started us, it would keep waitpid from telling how the child ended.
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &usual, &saved_child_);
    struct sigaction action = {};
    action.sa_sigaction = Forward;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
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

[[noreturn]] void Exec(const std::vector<std::string>& command, const Environment& changes,
                       int error_pipe) {
  for (const auto& [name, value] : changes) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  int error = errno;
  ssize_t ignored = write(error_pipe, &error, sizeof(error));
  (void)ignored;
  _exit(127);
}

ProcessEnd Wait(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
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

ProcessEnd Run(const std::vector<std::string>& command, const Environment& changes,
               std::string* output) {
  int error_pipe[2];
  int output_pipe[2] = {-1, -1};
  if (pipe2(error_pipe, O_CLOEXEC) != 0 ||
      (output != nullptr && pipe2(output_pipe, O_CLOEXEC) != 0)) {
    Log(StrCat("cannot run '", command[0], "': ", strerror(errno)));
    return {126, 0, false};
  }
  // Signals wait until both sides know what to do with them.
  sigset_t all;
  sigset_t saved;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &saved);
  ForwardSignals forward;
  pid_t pid = fork();
  if (pid == 0) {
    forward.Restore();
    sigprocmask(SIG_SETMASK, &saved, nullptr);
    if (output != nullptr) {
      dup2(output_pipe[1], STDOUT_FILENO);
      dup2(output_pipe[1], STDERR_FILENO);
    }
    Exec(command, changes, error_pipe[1]);
  }
  child_pid = pid;
  sigprocmask(SIG_SETMASK, &saved, nullptr);
  close(error_pipe[1]);
  if (output != nullptr) close(output_pipe[1]);
  if (pid < 0) {
    Log(StrCat("cannot run '", command[0], "': ", strerror(errno)));
    close(error_pipe[0]);
    return {126, 0, false};
  }
  int error = 0;
  ssize_t got;
  while ((got = read(error_pipe[0], &error, sizeof(error))) < 0 && errno == EINTR) {
  }
  close(error_pipe[0]);
  if (output != nullptr) {
    char buffer[4096];
    ssize_t size;
    while ((size = read(output_pipe[0], buffer, sizeof(buffer))) != 0) {
      if (size > 0) output->append(buffer, static_cast<size_t>(size));
      if (size < 0 && errno != EINTR) break;
    }
    close(output_pipe[0]);
  }
  ProcessEnd end = Wait(pid);
  child_pid = 0;
  if (got == sizeof(error)) {
    Log(StrCat("cannot run '", command[0], "': ", strerror(error)));
    return {error == ENOENT ? 127 : 126, 0, false};
  }
  return end;
}

}  // namespace

ProcessEnd RunProcess(const std::vector<std::string>& command, const Environment& changes) {
  return Run(command, changes, nullptr);
}

ProcessEnd RunCaptured(const std::vector<std::string>& command, const Environment& changes,
                       std::string* output) {
  return Run(command, changes, output);
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
