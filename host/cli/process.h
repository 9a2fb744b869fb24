// One child process: started with a changed environment, waited for, its end reproduced.
#ifndef LOCKSTEP_HOST_CLI_PROCESS_H_
#define LOCKSTEP_HOST_CLI_PROCESS_H_

#include <functional>
#include <string>
#include <vector>

#include "runtime/base/child.h"

namespace lockstep {

// How a child ended.
struct ProcessEnd {
  int status = 0;       // exit status; 127 or 126 if it could not be started, as shells have it
  int signal = 0;       // the signal that killed it, else 0
  bool started = true;  // false: exec failed, and the reason has been logged
  long pid = 0;         // the child's process number, which may be another's by now
  bool left = false;    // it has not ended: this process was asked to, by `signal`, and waited long enough
  int asked = 0;        // the last signal that asked this process to end meanwhile, Ctrl-C included; 0: none
};

// How process `pid` ended, by the status that waitpid gave.
ProcessEnd EndOf(pid_t pid, int status);

// Whether that signal asks to end: SIGHUP, SIGINT, SIGQUIT, SIGTERM.
bool AsksToEnd(int signal);

// What this process does while it waits for its child.
struct Meanwhile {
  std::function<void()> look;           // called twice a second, if it is not empty
  std::function<void()> show_findings;  // called when SIGUSR1 has come (findings_signal.h)
};

// Runs `command` (looked up in PATH) with the terminal and signals as if it had been started
// directly: signals sent to this process are passed on, SIGUSR1 apart, those that the terminal sends to both are
// not sent twice. Returns when it has ended, or some seconds after a signal that asks to end (SIGHUP, SIGINT,
// SIGQUIT, SIGTERM), at once after a second one; Ctrl-C counts as such if it comes twice.
ProcessEnd RunProcess(const std::vector<std::string>& command, const Environment& changes, const Meanwhile& meanwhile);

// The same, with its stdout and stderr caught into `output` instead.
ProcessEnd RunCaptured(const std::vector<std::string>& command, const Environment& changes,
                       std::string* output);

// Ends this process as `end` says: exits with its status, or dies of its signal.
[[noreturn]] void EndLike(const ProcessEnd& end);

}  // namespace lockstep

#endif  // LOCKSTEP_HOST_CLI_PROCESS_H_
