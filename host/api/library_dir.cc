#include "host/api/library_dir.h"

#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>

namespace lockstep::host {
namespace {

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

}  // namespace

std::string LibraryDirectory() {
  Dl_info info;
  static const char anchor = 0;
  if (dladdr(&anchor, &info) == 0 || info.dli_fname == nullptr) return ".";
  const std::string folder = FolderOf(info.dli_fname);
  char file[PATH_MAX];
  const bool with_others = access((folder + "/../bin/lockstep-cc").c_str(), F_OK) == 0 ||
                           access((folder + "/../../bin/lockstep-cc").c_str(), F_OK) == 0;
  return with_others || realpath(info.dli_fname, file) == nullptr ? folder : FolderOf(file);
}

}  // namespace lockstep::host
