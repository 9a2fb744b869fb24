// Messages of the tool itself on stderr: one line each, "lockstep: …".
#include "runtime/base/log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

#include "runtime/base/printable.h"
#include "runtime/base/write_signals.h"

namespace lockstep {
namespace {

std::atomic<int> remembered_stderr{-1};

// What a descriptor leads to.
struct Target {
  bool open = false;
  bool stream = false;  // a terminal, another device or a pipe: no file with content
  dev_t device = 0;
  ino_t inode = 0;
};

bool noted = false;
Target noted_stderr;

Target TargetOf(int fd) {
  struct stat facts;
  if (fd < 0 || fstat(fd, &facts) != 0) return {};
  return {true, S_ISCHR(facts.st_mode) || S_ISFIFO(facts.st_mode), facts.st_dev, facts.st_ino};
}

// True if `fd` leads where stderr did when this code was loaded.
bool IsStderr(int fd) {
  const Target now = TargetOf(fd);
  if (!noted || !now.open) return now.open;
  return noted_stderr.open && now.device == noted_stderr.device && now.inode == noted_stderr.inode;
}

// The descriptor to write messages to, -1 if there is none.
int StderrDescriptor() {
  if (IsStderr(STDERR_FILENO)) return STDERR_FILENO;
  const int copy = remembered_stderr.load();
  if (IsStderr(copy)) return copy;
  // Redirected before OpenCL was used, and then it may well be meant; a file may hold anything.
  return noted_stderr.open && TargetOf(STDERR_FILENO).stream ? STDERR_FILENO : -1;
}

}  // namespace

void NoteStderr() {
  if (noted) return;
  const int saved_errno = errno;
  noted_stderr = TargetOf(STDERR_FILENO);
  noted = true;
  errno = saved_errno;
}

void RememberStderr() {
  if (remembered_stderr.load() >= 0 || !IsStderr(STDERR_FILENO)) return;
  // High up, where programs that count their descriptors do not look.
  int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 500);
  if (copy < 0) copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 100);
  int none = -1;
  if (copy >= 0 && !remembered_stderr.compare_exchange_strong(none, copy)) close(copy);
}

void ForgetStderr() {
  const int saved_errno = errno;
  const int copy = remembered_stderr.exchange(-1);
  if (IsStderr(copy)) close(copy);
  errno = saved_errno;
}

bool WriteStderr(std::string_view text) {
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
  return fd >= 0;
}

StderrPlace PlaceOfStderr() {
  const int saved_errno = errno;
  const Target target = TargetOf(StderrDescriptor());
  errno = saved_errno;
  return target.open ? StderrPlace{target.device, target.inode} : StderrPlace();
}

void Log(std::string_view message) {
  std::string line = "lockstep: ";
  line += Printable(message);
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

namespace {

bool WantsColor(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return isatty(descriptor) == 1;
}

}  // namespace

bool StderrWantsColor() { return WantsColor(STDERR_FILENO); }

bool StdoutWantsColor() { return WantsColor(STDOUT_FILENO); }

}  // namespace lockstep
