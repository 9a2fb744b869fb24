// Where reports go: files that appear whole or not at all, and pipes that nobody may be reading.
#include "runtime/base/output_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "runtime/base/text.h"
#include "runtime/base/write_signals.h"

namespace lockstep {
namespace {

constexpr int kNoReaderMs = 1000;  // how long a pipe may be without a reader
constexpr int kStalledMs = 5000;   // how long one may take nothing

Status Failed(const std::string& path, int error) {
  return UnavailableError(StrCat("cannot write ", path, ": ", strerror(error)));
}

void Nap(int milliseconds) {
  const timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, nullptr);
}

// Writes all of it to `fd`, which does not block. Returns 0 or an error number.
int WriteAll(int fd, std::string_view content) {
  const WriteSignalGuard guard;
  while (!content.empty()) {
    const ssize_t written = write(fd, content.data(), content.size());
    if (written >= 0) {
      content.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd room = {fd, POLLOUT, 0};
      if (poll(&room, 1, kStalledMs) == 0) return ETIMEDOUT;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int CloseAfter(int fd, int error) { return close(fd) == 0 || error != 0 ? error : errno; }

// The descriptor of this process that `path` names.
std::optional<int> OwnDescriptor(const std::string& path) {
  const char* const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  for (int i = 0; i < 3; ++i) {
    if (path == standard[i]) return i;
  }
  for (const std::string& start : {std::string("/dev/fd/"), std::string("/proc/self/fd/"),
                                   std::string("/proc/thread-self/fd/"), StrCat("/proc/", getpid(), "/fd/")}) {
    if (path.rfind(start, 0) != 0) continue;
    const std::optional<uint64_t> number = ParseUnsigned(std::string_view(path).substr(start.size()));
    if (number && *number <= INT_MAX) return static_cast<int>(*number);
  }
  return std::nullopt;
}

// Opens what is no regular file; or `own`, a descriptor that leads to one, itself: others go on writing where it
// stands.
int OpenStream(const std::string& path, std::optional<int> own) {
  if (own) return fcntl(*own, F_DUPFD_CLOEXEC, 3);
  return open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

// `path` without symbolic links; itself if that cannot be told.
std::string Resolved(const std::string& path) {
  char* resolved = realpath(path.c_str(), nullptr);
  const std::string result = resolved != nullptr ? resolved : path;
  free(resolved);
  return result;
}

// A new file beside `path`, with the rights that it has or would get. Sets `temporary` to its name. -1 and errno.
int MakeBeside(const std::string& path, bool exists, const struct stat& facts, std::string& temporary) {
  int fd = -1;
  for (int attempt = 0; attempt < 100; ++attempt) {
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    temporary = StrCat(path, ".", getpid(), "-", now.tv_nsec, ".new");
    fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd >= 0 || errno != EEXIST) break;
  }
  if (fd < 0 || !exists) return fd;
  // Others may have been given the file to read, or to write.
  const bool ours = facts.st_uid == geteuid() && facts.st_gid == getegid();
  if ((ours || fchown(fd, facts.st_uid, facts.st_gid) == 0) && fchmod(fd, facts.st_mode & 07777) == 0) return fd;
  const int error = errno;
  close(fd);
  unlink(temporary.c_str());
  errno = error;
  return -1;
}

Status WriteInPlace(const std::string& path, std::string_view content) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
  if (fd < 0) return Failed(path, errno);
  const int error = WriteAll(fd, content);
  if (error != 0 && ftruncate(fd, 0) != 0) unlink(path.c_str());
  const int closed = CloseAfter(fd, error);
  return closed == 0 ? OkStatus() : Failed(path, closed);
}

Status WriteRegular(const std::string& path, std::string_view content, bool exists, const struct stat& facts) {
  if (exists && access(path.c_str(), W_OK) != 0) return Failed(path, errno);
  std::string temporary;
  const int fd = MakeBeside(path, exists, facts, temporary);
  if (fd < 0) {
    const int error = errno;
    Status status = error == EACCES || error == EPERM || error == EROFS ? WriteInPlace(path, content) : Failed(path, error);
    if (!status.ok() && exists) unlink(path.c_str());
    return status;
  }
  int error = CloseAfter(fd, WriteAll(fd, content));
  if (error == 0 && rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return OkStatus();
  unlink(temporary.c_str());
  if (exists) unlink(path.c_str());
  return Failed(path, error);
}

// As OpenStream.
Status WriteStream(const std::string& path, std::optional<int> own, std::string_view content) {
  int fd = -1;
  for (int waited = 0;; waited += 50) {
    fd = OpenStream(path, own);
    if (fd >= 0 || errno != ENXIO || waited >= kNoReaderMs) break;
    Nap(50);
  }
  if (fd < 0) return errno == ENXIO ? UnavailableError(StrCat("cannot write ", path, ": nobody reads it")) : Failed(path, errno);
  const int error = CloseAfter(fd, WriteAll(fd, content));
  if (error == ETIMEDOUT) return UnavailableError(StrCat("cannot write all of it to ", path, ": its reader takes no more"));
  return error == 0 ? OkStatus() : Failed(path, error);
}

}  // namespace

Status WriteOutput(const std::string& path, std::string_view content) {
  struct stat facts = {};
  const bool exists = stat(path.c_str(), &facts) == 0;
  if (!exists && errno != ENOENT) return Failed(path, errno);
  const std::optional<int> own = S_ISREG(facts.st_mode) ? OwnDescriptor(path) : std::nullopt;
  if (exists && (!S_ISREG(facts.st_mode) || own)) return WriteStream(path, own, content);
  return WriteRegular(Resolved(path), content, exists, facts);
}

Status CheckOutput(const std::string& path) {
  struct stat facts = {};
  const bool exists = stat(path.c_str(), &facts) == 0;
  if (!exists && errno != ENOENT) return Failed(path, errno);
  const std::optional<int> own = S_ISREG(facts.st_mode) ? OwnDescriptor(path) : std::nullopt;
  if (exists && (!S_ISREG(facts.st_mode) || own)) {
    // To open a pipe and close it again would tell its reader that this was all.
    if (S_ISFIFO(facts.st_mode)) return access(path.c_str(), W_OK) == 0 ? OkStatus() : Failed(path, errno);
    const int fd = OpenStream(path, own);
    if (fd < 0) return Failed(path, errno);
    // Nothing can be written to /dev/full, not even nothing.
    const bool full = S_ISCHR(facts.st_mode) && write(fd, "", 0) < 0 && errno == ENOSPC;
    close(fd);
    return full ? Failed(path, ENOSPC) : OkStatus();
  }
  if (exists && access(path.c_str(), W_OK) != 0) return Failed(path, errno);
  // The way it will be written, with one byte.
  const std::string resolved = Resolved(path);
  std::string temporary;
  const int fd = MakeBeside(resolved, exists, facts, temporary);
  if (fd < 0) return exists ? OkStatus() : Failed(path, errno);
  const int error = CloseAfter(fd, WriteAll(fd, " "));
  unlink(temporary.c_str());
  return error == 0 ? OkStatus() : Failed(path, error);
}

}  // namespace lockstep
