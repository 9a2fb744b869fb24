// Who could have written what the cache holds: owner and mode at every level, as ssh's StrictModes asks.
#include "runtime/cache/trust.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr char kElsewhere[] = "choose another folder with --cache-dir or LOCKSTEP_CACHE_DIR";

std::string OctalMode(mode_t mode) {
  std::string digits;
  for (int shift = 9; shift >= 0; shift -= 3) digits += static_cast<char>('0' + ((mode >> shift) & 7));
  return digits;
}

Status Distrust(const std::string& path, const struct stat& facts, const std::string& why) {
  const bool ours = facts.st_uid == geteuid();
  return UnavailableError(StrCat(path, " ", why, ": others could put code there that runs here; ",
                                 ours ? StrCat("chmod go-w ", path, ", or ") : "", kElsewhere));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  const int fd_;
};

constexpr int kOpenDirectory = O_PATH | O_DIRECTORY | O_CLOEXEC;

// Opens `path`; if it is a symbolic link, only one that this user or root has made. -1 and errno.
int OpenDirectory(const std::string& path) {
  const int fd = open(path.c_str(), kOpenDirectory | O_NOFOLLOW);
  if (fd >= 0 || (errno != ELOOP && errno != ENOTDIR)) return fd;
  struct stat facts = {};
  if (lstat(path.c_str(), &facts) != 0) return -1;
  if (!S_ISLNK(facts.st_mode)) {
    errno = ENOTDIR;
    return -1;
  }
  if (facts.st_uid != geteuid() && facts.st_uid != 0) {
    errno = EPERM;
    return -1;
  }
  return open(path.c_str(), kOpenDirectory);
}

// The path of the open directory `name` without symbolic links; "" if that cannot be told.
std::string PhysicalPath(int fd, const std::string& name, const struct stat& facts) {
  char path[PATH_MAX];
  const ssize_t length = readlink(StrCat("/proc/self/fd/", fd).c_str(), path, sizeof(path));
  std::string physical(path, length > 0 ? static_cast<size_t>(length) : 0);
  if (length <= 0 && realpath(name.c_str(), path) != nullptr) physical = path;  // there is no /proc
  struct stat there = {};
  const bool same = lstat(physical.c_str(), &there) == 0 && there.st_dev == facts.st_dev &&
                    there.st_ino == facts.st_ino;
  return same ? physical : "";
}

std::string Parent(const std::string& path) {
  const size_t end = path.find_last_not_of('/');
  const size_t slash = end == std::string::npos ? end : path.rfind('/', end);
  if (slash == std::string::npos) return path[0] == '/' ? "/" : ".";
  const size_t last = path.find_last_not_of('/', slash);
  return last == std::string::npos ? "/" : path.substr(0, last + 1);
}

// `path`, but the last `levels` names of it.
std::string Above(std::string path, int levels) {
  for (; levels > 0; --levels) path = Parent(path);
  return path;
}

// The levels above the open directory, up to the root, which is its own parent.
Status CheckAbove(int fd, const std::string& path, struct stat below) {
  std::string up = "..";
  for (int level = 1;; ++level, up += "/..") {
    struct stat facts = {};
    if (fstatat(fd, up.c_str(), &facts, 0) != 0) {
      return UnavailableError(StrCat("cannot tell who may write to ", Above(path, level), ": ",
                                     strerror(errno), "; ", kElsewhere));
    }
    if (facts.st_dev == below.st_dev && facts.st_ino == below.st_ino) return OkStatus();
    struct stat asked = facts;
    if ((facts.st_mode & S_ISVTX) != 0) asked.st_mode &= ~static_cast<mode_t>(S_IWGRP | S_IWOTH);
    const std::string why = WhyNotTrusted(asked);
    if (!why.empty()) return Distrust(Above(path, level), facts, why);
    below = facts;
  }
}

}  // namespace

std::string WhyNotTrusted(const struct stat& facts) {
  if (facts.st_uid != geteuid() && facts.st_uid != 0) {
    return StrCat("belongs to another user (number ", facts.st_uid, ")");
  }
  if ((facts.st_mode & S_IWOTH) != 0) return StrCat("may be written by everybody (mode ", OctalMode(facts.st_mode), ")");
  if ((facts.st_mode & S_IWGRP) != 0) return StrCat("may be written by its group (mode ", OctalMode(facts.st_mode), ")");
  return "";
}

StatusOr<TrustedDirectory> FindTrustedDirectory(const std::string& directory) {
  std::string existing = directory;
  bool complete = true;
  int opened = OpenDirectory(existing);
  while (opened < 0 && errno == ENOENT && existing != "/" && existing != ".") {
    complete = false;
    existing = Parent(existing);
    opened = OpenDirectory(existing);
  }
  const int error = errno;
  const Descriptor fd(opened);
  if (opened < 0) {
    if (error == EPERM) {
      return UnavailableError(StrCat(existing, " is a symbolic link that another user has made; ", kElsewhere));
    }
    return UnavailableError(StrCat("cannot use ", existing, ": ", strerror(error)));
  }
  struct stat facts = {};
  if (fstat(fd.get(), &facts) != 0) return UnavailableError(StrCat("cannot use ", existing, ": ", strerror(errno)));
  std::string path = PhysicalPath(fd.get(), existing, facts);
  if (path.empty()) return UnavailableError(StrCat("cannot tell where ", existing, " leads; ", kElsewhere));
  struct stat asked = facts;
  if (!complete && (facts.st_mode & S_ISVTX) != 0) asked.st_mode &= ~static_cast<mode_t>(S_IWGRP | S_IWOTH);
  const std::string why = WhyNotTrusted(asked);
  if (!why.empty()) return Distrust(path, facts, why);
  if (Status above = CheckAbove(fd.get(), path, facts); !above.ok()) return above;
  return TrustedDirectory{complete ? std::move(path) : ""};
}

Status CheckDirectory(const std::string& directory) {
  struct stat facts = {};
  if (lstat(directory.c_str(), &facts) != 0) {
    const std::string message = StrCat("cannot use ", directory, ": ", strerror(errno));
    return errno == ENOENT ? NotFoundError(message) : UnavailableError(message);
  }
  if (!S_ISDIR(facts.st_mode)) return UnavailableError(StrCat("cannot use ", directory, ": ", strerror(ENOTDIR)));
  const std::string why = WhyNotTrusted(facts);
  return why.empty() ? OkStatus() : Distrust(directory, facts, why);
}

}  // namespace lockstep
