// Messages of the tool itself on stderr: one line each, "lockstep: …".
#include "runtime/base/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

#include "runtime/base/write_signals.h"

namespace lockstep {
namespace {

std::atomic<int> remembered_stderr{-1};

int StderrDescriptor() {
  if (fcntl(STDERR_FILENO, F_GETFD) >= 0) return STDERR_FILENO;
  return remembered_stderr.load();
}

}  // namespace

void RememberStderr() {
  if (remembered_stderr.load() >= 0) return;
  // High up, where programs that count their descriptors do not look.
  int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 500);
  if (copy < 0) copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 100);
  int none = -1;
  if (copy >= 0 && !remembered_stderr.compare_exchange_strong(none, copy)) close(copy);
}

void WriteStderr(std::string_view text) {
  int saved_errno = errno;
  int fd = StderrDescriptor();
  if (fd >= 0) {
    WriteSignalGuard guard;
    while (!text.empty()) {
      ssize_t written = write(fd, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) break;
      text.remove_prefix(static_cast<size_t>(written));
    }
  }
  errno = saved_errno;
}

void Log(std::string_view message) {
  std::string line = "lockstep: ";
  line += message;
  line += '\n';
  WriteStderr(line);
}

void LogOnce(std::string_view message) {
  static std::mutex* mutex = new std::mutex;
  static auto* said = new std::set<std::string>;
  {
    std::lock_guard<std::mutex> lock(*mutex);
    if (!said->insert(std::string(message)).second) return;
  }
  Log(message);
}

bool StderrWantsColor() {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return isatty(STDERR_FILENO) == 1;
}

}  // namespace lockstep
