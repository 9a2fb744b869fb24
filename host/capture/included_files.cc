#include "host/capture/included_files.h"

#include <filesystem>
#include <set>

#include "host/track/own_headers.h"
#include "host/track/source_file.h"
#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

constexpr size_t kMostFiles = 1000;
constexpr std::string_view kOwnHeaders = "lockstep/";  // are wherever lockstep is

class Collection {
 public:
  Collection(const Unit& unit, std::vector<std::string>* missing)
      : unit_(unit), directories_(SourceDirectories(unit.directory, unit.options)), missing_(missing) {}

  // `name`: of the file whose text this is, below the folder; `path`: where it lies. Empty for the source itself.
  void Follow(std::string_view text, const std::string& name, const std::string& path) {
    for (const std::string& included : IncludedNames(text)) {
      if (included.rfind(kOwnHeaders, 0) == 0) continue;
      if (Beside(included, name, path) || Anywhere(included)) continue;
      if (asked_.insert(included).second) missing_->push_back(StrCat("the included file ", included));
    }
  }

  std::vector<std::pair<std::string, std::string>> Take() && { return std::move(files_); }

 private:
  // In the folder of the file that includes it.
  bool Beside(const std::string& included, const std::string& name, const std::string& path) {
    if (path.empty()) return false;
    const std::string folder = std::filesystem::path(name).parent_path().string();
    return Add(folder.empty() ? included : StrCat(folder, "/", included),
               StrCat(std::filesystem::path(path).parent_path().string(), "/", included));
  }

  bool Anywhere(const std::string& included) {
    for (const auto& [header, text] : unit_.headers) {
      if (header != included) continue;
      if (names_.insert(header).second) {
        files_.emplace_back(header, text);
        Follow(text, "", "");
      }
      return true;
    }
    for (const std::string& directory : directories_) {
      if (Add(included, StrCat(directory, "/", included))) return true;
    }
    return false;
  }

  // Adds the file at `path` under this name, if it is there and the name leads into the folder.
  bool Add(const std::string& wanted, const std::string& path) {
    const std::string name = std::filesystem::path(wanted).lexically_normal().string();
    if (name.empty() || name[0] == '/' || name.rfind("..", 0) == 0) return false;
    if (names_.count(name) != 0) return true;
    if (names_.size() >= kMostFiles) return false;
    const StatusOr<std::string> text = ReadFile(path);
    if (!text.ok()) return false;
    names_.insert(name);
    files_.emplace_back(name, *text);
    Follow(*text, name, path);
    return true;
  }

  const Unit& unit_;
  const std::vector<std::string> directories_;
  std::vector<std::string>* const missing_;
  std::vector<std::pair<std::string, std::string>> files_;
  std::set<std::string> names_, asked_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> IncludedFiles(const Unit& unit, std::vector<std::string>* missing) {
  Collection collection(unit, missing);
  collection.Follow(unit.text, "", "");
  return std::move(collection).Take();
}

}  // namespace lockstep::host
