// Files as whole texts: read, and replace in one step.
#include "runtime/base/file.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/base/text.h"
#include "runtime/base/write_signals.h"

namespace lockstep {
namespace {

Status ErrnoStatus(std::string_view what, const std::string& path, int error) {
  std::string message = StrCat(what, " ", path, ": ", strerror(error));
  return error == ENOENT ? NotFoundError(message) : UnavailableError(message);
}

Status WriteAll(int fd, std::string_view content, const std::string& path) {
  WriteSignalGuard guard;
  while (!content.empty()) {
    ssize_t written = write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return ErrnoStatus("cannot write", path, errno);
    content.remove_prefix(static_cast<size_t>(written));
  }
  return OkStatus();
}

}  // namespace

StatusOr<std::string> ReadFile(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return ErrnoStatus("cannot read", path, errno);
  struct stat info;
  if (fstat(fd, &info) == 0 && !S_ISREG(info.st_mode)) {
    close(fd);
    return UnavailableError(StrCat("cannot read ", path, ": not a regular file"));
  }
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    ssize_t got = read(fd, buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      int error = errno;
      close(fd);
      return ErrnoStatus("cannot read", path, error);
    }
    if (got == 0) break;
    content.append(buffer, static_cast<size_t>(got));
  }
  close(fd);
  return content;
}

Status ReplaceFile(const std::string& path, std::string_view content) {
  std::string temporary = path + ".XXXXXX";
  int fd = mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return ErrnoStatus("cannot create", temporary, errno);
  Status status = WriteAll(fd, content, temporary);
  if (close(fd) != 0 && status.ok()) status = ErrnoStatus("cannot write", temporary, errno);
  if (status.ok() && rename(temporary.c_str(), path.c_str()) != 0) {
    status = ErrnoStatus("cannot rename to", path, errno);
  }
  if (!status.ok()) unlink(temporary.c_str());
  return status;
}

Status WriteFile(const std::string& path, std::string_view content, bool append) {
  int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC);
  int fd = open(path.c_str(), flags, 0666);
  if (fd < 0) return ErrnoStatus("cannot write", path, errno);
  Status status = WriteAll(fd, content, path);
  if (close(fd) != 0 && status.ok()) status = ErrnoStatus("cannot write", path, errno);
  return status;
}

Status MakeDirectories(const std::string& path) {
  for (size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    std::string part = path.substr(0, end);
    if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) {
      return ErrnoStatus("cannot create directory", part, errno);
    }
    if (end == std::string::npos) break;
  }
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return ErrnoStatus("cannot use", path, errno);
  if (!S_ISDIR(info.st_mode)) return ErrnoStatus("cannot use", path, ENOTDIR);
  return OkStatus();
}

StatusOr<std::string> MakeTemporaryDirectory(const std::string& name) {
  Status failed;
  for (const char* base : {static_cast<const char*>(std::getenv("TMPDIR")), "/tmp", "/var/tmp"}) {
    if (base == nullptr || *base == '\0') continue;
    std::string path = StrCat(base, "/", name, "-XXXXXX");
    if (mkdtemp(path.data()) != nullptr) return path;
    failed = ErrnoStatus("cannot make a temporary directory", path, errno);
  }
  return failed;
}

std::string ExecutableDirectory() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
  std::string_view text(path, length > 0 ? static_cast<size_t>(length) : 0);
  if (text.empty()) {
    // There is no /proc: what this program was started by.
    const char* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    if (name != nullptr) text = name;
  }
  size_t slash = text.rfind('/');
  return slash == std::string_view::npos ? "." : std::string(text.substr(0, slash));
}

}  // namespace lockstep
