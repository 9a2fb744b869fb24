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
  const bool with_others = !ProgramBeside(folder, "lockstep-cc").empty();
  return with_others || realpath(info.dli_fname, file) == nullptr ? folder : FolderOf(file);
}

std::string ProgramBeside(const std::string& folder, const std::string& name) {
  for (const char* bin : {"/../bin/", "/../../bin/"}) {
    std::string path = folder;
    path.append(bin).append(name);
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return "";
}

}  // namespace lockstep::host
