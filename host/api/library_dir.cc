#include "host/api/library_dir.h"

#include <dlfcn.h>

namespace lockstep::host {

std::string LibraryDirectory() {
  Dl_info info;
  static const char anchor = 0;
  if (dladdr(&anchor, &info) == 0 || info.dli_fname == nullptr) return ".";
  const std::string path = info.dli_fname;
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

}  // namespace lockstep::host
