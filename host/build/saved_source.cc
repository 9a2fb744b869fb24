#include "host/build/saved_source.h"

#include <unistd.h>

#include <cstdlib>

#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/text.h"
#include "runtime/session/session.h"

namespace lockstep::host {
namespace {

struct Folder {
  std::string path;  // absolute: the application may go elsewhere
  std::string name;
};

Folder MakeFolder() {
  Folder folder;
  folder.name = Session::Get().options().save_sources;
  if (folder.name.empty()) return folder;
  char* cwd = getcwd(nullptr, 0);
  const std::string here = StrCat(cwd != nullptr ? cwd : "", "/");
  free(cwd);
  folder.path = folder.name[0] == '/' ? folder.name : here + folder.name;
  if (folder.path.compare(0, here.size(), here) == 0) folder.name = folder.path.substr(here.size());
  const Status made = MakeDirectories(folder.path);
  if (made.ok()) return folder;
  LogOnce(StrCat("--save-sources: ", made.message(), "; sources are not saved"));
  return {};
}

const Folder& TheFolder() {
  static const auto* folder = new Folder(MakeFolder());
  return *folder;
}

}  // namespace

const std::string& SourceFolder() { return TheFolder().name; }

void SaveSources(const Recipe& recipe) {
  const Folder& folder = TheFolder();
  if (folder.name.empty()) return;
  const std::string below = folder.name + "/";
  for (const auto& unit : recipe.units) {
    if (unit->text.empty() || unit->name.compare(0, below.size(), below) != 0) continue;
    const std::string path = StrCat(folder.path, "/", unit->name.substr(below.size()));
    const StatusOr<std::string> there = ReadFile(path);
    if (there.ok() && *there == unit->text) continue;
    const Status saved = ReplaceFile(path, unit->text);
    if (!saved.ok()) LogOnce(StrCat("--save-sources: ", saved.message()));
  }
}

}  // namespace lockstep::host
