// Whether an instrumented program still is what lockstep-cc would make.
#include "runtime/program/dependencies.h"

#include <sys/stat.h>

#include <map>
#include <string_view>
#include <utility>

#include "runtime/base/file.h"
#include "runtime/base/sha256.h"

namespace lockstep {
namespace {

constexpr std::string_view kSameAs = " same as ";

bool IsAsItWas(const std::string& path, std::string_view was, bool there, const struct stat& facts) {
  if (!there || was == "absent") return !there && was == "absent";
  if (was == "directory" || S_ISDIR(facts.st_mode)) return was == "directory" && S_ISDIR(facts.st_mode);
  if (was == "file") return true;
  const StatusOr<std::string> content = ReadFile(path);
  return content.ok() && Sha256Hex(*content) == was;
}

}  // namespace

bool DependenciesUnchanged(const std::vector<Dependency>& dependencies) {
  std::map<std::pair<dev_t, ino_t>, std::string_view> first;
  for (const Dependency& dependency : dependencies) {
    const std::string_view state = dependency.sha256;
    const size_t end = state.find(kSameAs);
    struct stat facts = {};
    const bool there = stat(dependency.path.c_str(), &facts) == 0;
    if (!IsAsItWas(dependency.path, state.substr(0, end), there, facts)) return false;
    if (!there) continue;
    const std::string_view known = first.emplace(std::pair(facts.st_dev, facts.st_ino), dependency.path).first->second;
    const std::string_view was = end == std::string_view::npos ? dependency.path : state.substr(end + kSameAs.size());
    if (known != was) return false;
  }
  return true;
}

}  // namespace lockstep
