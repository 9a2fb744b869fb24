// The headers lie in lockstep/include beside the libraries, or, installed, in include beside them in lib/lockstep.
#include "runtime/base/include_dir.h"

#include <unistd.h>

#include <cstdlib>

#include "runtime/base/text.h"

namespace lockstep {

std::string IncludeDirectory(const std::string& from) {
  for (const std::string& libraries : {from, StrCat(from, "/.."), StrCat(from, "/../lib")}) {
    const std::string directory = StrCat(libraries, "/lockstep/include");
    if (access(StrCat(directory, "/lockstep/rsp.clh").c_str(), R_OK) != 0) continue;
    char* resolved = realpath(directory.c_str(), nullptr);
    if (resolved == nullptr) continue;
    const std::string found = resolved;
    free(resolved);
    return found;
  }
  return "";
}

}  // namespace lockstep
