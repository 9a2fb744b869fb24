#include "runtime/base/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace lockstep {
namespace {

// In the child. If the program does not begin, the reason goes to `error_pipe`.
[[noreturn]] void Become(const std::vector<std::string>& command, const ChildSetup& setup, int error_pipe) {
  error_pipe = fcntl(error_pipe, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);  // none of those that are replaced
  if (setup.prepare) setup.prepare();
  for (const auto& [ours, number] : setup.descriptors) {
    if (ours != number) {
      dup2(ours, number);
    } else {
      fcntl(number, F_SETFD, 0);
    }
  }
  for (const auto& [name, value] : setup.changes) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  const int error = errno;
  const ssize_t ignored = write(error_pipe, &error, sizeof(error));
  (void)ignored;
  _exit(127);
}

}  // namespace

std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

pid_t StartChild(const std::vector<std::string>& command, const ChildSetup& setup) {
  int error_pipe[2];
  if (pipe2(error_pipe, O_CLOEXEC) != 0) return -1;
  const pid_t pid = fork();
  if (pid == 0) Become(command, setup, error_pipe[1]);
  int error = pid < 0 ? errno : 0;
  close(error_pipe[1]);
  // Its end tells that the program has begun, or that the child has ended before (prepare).
  while (read(error_pipe[0], &error, sizeof(error)) < 0 && errno == EINTR) {
  }
  close(error_pipe[0]);
  if (error == 0) return pid;
  while (pid > 0 && waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  errno = error;
  return -1;
}

}  // namespace lockstep
