// Looks for device libraries next to the executable.
#include "instrument/backends/device_library.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/base/file.h"

namespace lockstep::instrument {
namespace {

std::vector<std::string> Candidates(const std::string& name) {
  if (const char* path = std::getenv("LOCKSTEP_DEVICE_LIBRARY"); path != nullptr && *path != 0) {
    return {path};
  }
  const std::string prefix = std::filesystem::path(ExecutableDirectory()).parent_path().string();
  std::vector<std::string> paths;
  for (const char* dir : {"lib", LOCKSTEP_LIBDIR}) paths.push_back(absl::StrCat(prefix, "/", dir, "/", name));
  return paths;
}

}  // namespace

absl::StatusOr<std::string> ReadDeviceLibrary(const std::string& name) {
  const std::vector<std::string> paths = Candidates(name);
  for (const std::string& path : paths) {
    std::ifstream file(path, std::ios::binary);
    if (!file) continue;
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }
  return absl::NotFoundError(
      absl::StrCat("no device library at ", absl::StrJoin(paths, " or ")));
}

std::string PartingLibrary(const std::string& name) {
  constexpr char kSuffix[] = ".bc";
  return absl::StrCat(name.substr(0, name.size() - (sizeof(kSuffix) - 1)), "-parting", kSuffix);
}

}  // namespace lockstep::instrument
