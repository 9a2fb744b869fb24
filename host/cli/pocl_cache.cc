#include "host/cli/pocl_cache.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/base/child.h"
#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// Whether the folder may be written depends on more than its mode, and a full disk still has room for
// names, so some blocks are written. A new file: the folder may be one that others write to.
Status TryToWrite(std::string path) {
  const int file = mkostemp(path.data(), O_CLOEXEC);
  if (file < 0) return UnavailableError(StrCat("cannot make a file in it: ", strerror(errno)));
  const Status status = WriteFile(StrCat("/proc/self/fd/", file), std::string(65536, 'x'));
  close(file);
  unlink(path.c_str());
  return status;
}

}  // namespace

// pocl_cache_init_topdir in lib/CL/pocl_cache.c.
std::string PoclCacheDirectory() {
  if (const std::string own = Variable("POCL_CACHE_DIR"); !own.empty()) return own;
  if (const std::string xdg = Variable("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/pocl/kcache";
  if (const std::string home = Variable("HOME"); !home.empty()) return home + "/.cache/pocl/kcache";
  return "/tmp/pocl/kcache";
}

Status TryPoclCache() {
  const std::string directory = PoclCacheDirectory();
  Status status = MakeDirectories(directory);
  if (status.ok()) status = TryToWrite(directory + "/lockstep-doctor-XXXXXX");
  if (status.ok()) return status;
  return Status(status.code(), StrCat("cannot write its cache ", directory, ": ", status.message()));
}

}  // namespace lockstep
