#include "host/track/source_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

constexpr size_t kMaxEntries = 4000;  // looked at in one directory
constexpr int kMaxDepth = 3;          // levels below a directory
constexpr size_t kShortestText = 16;  // shorter ones say little
constexpr size_t kMaxAddition = 256;  // bytes that an application may add at the end
constexpr std::string_view kOfPocl = "tempfile_";  // in its cache, which may lie here; gone when the process ends
constexpr std::string_view kExtensions[] = {".cl", ".ocl", ".h", ".clh", ".hcl", ".opencl"};

// `size`: of a file. Could it hold `text`, all of it or all but what the application has added?
bool Fits(uint64_t size, std::string_view text) {
  return size <= text.size() && text.size() - size <= kMaxAddition && size >= kShortestText;
}

bool Holds(const std::string& path, std::string_view text) {
  const StatusOr<std::string> content = ReadFile(path);
  return content.ok() && Fits(content->size(), text) && *content == text.substr(0, content->size());
}

bool LooksLikeSource(std::string_view name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || name.substr(0, kOfPocl.size()) == kOfPocl) return false;
  return std::find(std::begin(kExtensions), std::end(kExtensions), name.substr(dot)) != std::end(kExtensions);
}

// The entries of a directory and of those below it. With the C library: std::filesystem took four times as long,
// and every program that is built waits for this.
class Walk {
 public:
  explicit Walk(std::vector<std::pair<std::string, uint64_t>>* found) : found_(*found) {}

  // `path`: of the directory, as it is afterwards again. `depth`: levels below the first one.
  void In(std::string& path, int depth) {
    DIR* directory = opendir(path.c_str());
    if (directory == nullptr) return;
    while (const dirent* entry = readdir(directory)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (entries_++ >= kMaxEntries) break;
      const size_t length = path.size();
      if (path.back() != '/') path += '/';
      path += name;
      Look(*entry, path, dirfd(directory));
      // What hides is no place for sources. A link to a directory is not followed: it may lead up.
      if (name[0] != '.' && depth < kMaxDepth && IsDirectory(*entry, dirfd(directory))) In(path, depth + 1);
      path.resize(length);
    }
    closedir(directory);
  }

 private:
  void Look(const dirent& entry, const std::string& path, int directory) {
    if (entry.d_type == DT_DIR || !LooksLikeSource(entry.d_name)) return;
    struct stat facts = {};
    if (fstatat(directory, entry.d_name, &facts, 0) != 0 || !S_ISREG(facts.st_mode)) return;
    found_.emplace_back(path, static_cast<uint64_t>(facts.st_size));
  }

  static bool IsDirectory(const dirent& entry, int directory) {
    if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_DIR;
    struct stat facts = {};
    return fstatat(directory, entry.d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode);
  }

  std::vector<std::pair<std::string, uint64_t>>& found_;
  size_t entries_ = 0;
};

}  // namespace

SourceFinder::Listing SourceFinder::List(const std::string& directory) {
  Listing found;
  std::string path = directory;
  Walk(&found).In(path, 0);
  std::sort(found.begin(), found.end());
  return found;
}

std::string SourceFinder::Search(std::string_view text, const std::vector<std::string>& directories) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const std::string& directory : directories) {
    auto listing = listings_.find(directory);
    if (listing == listings_.end()) listing = listings_.emplace(directory, List(directory)).first;
    for (const auto& [path, size] : listing->second) {
      if (Fits(size, text) && Holds(path, text)) return path;
    }
  }
  return "";
}

std::string SourceFinder::Find(std::string_view text, const std::vector<std::string>& directories) {
  std::vector<std::string> parts = {"source file", std::string(text)};
  parts.insert(parts.end(), directories.begin(), directories.end());
  const std::string key = CacheKey(parts);
  std::string path = memory_.Get(key).value_or("");
  if (path.empty() || !Holds(path, text)) {
    path = Search(text, directories);
    if (!path.empty()) memory_.Put(key, path);
  }
  const std::string below = directories[0] + "/";
  return path.rfind(below, 0) == 0 ? path.substr(below.size()) : path;
}

std::vector<std::string> SourceDirectories(const std::string& current, std::string_view options) {
  std::vector<std::string> directories = {current};
  const auto add = [&](std::string directory) {
    if (!directory.empty() && directory[0] != '/') directory = current + "/" + directory;
    if (!directory.empty() &&
        std::find(directories.begin(), directories.end(), directory) == directories.end()) {
      directories.push_back(std::move(directory));
    }
  };
  add(ExecutableDirectory());
  const std::vector<std::string> words = Split(options, ' ');
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].rfind("-I", 0) != 0) continue;
    add(words[i].size() > 2 ? words[i].substr(2) : i + 1 < words.size() ? words[i + 1] : "");
  }
  return directories;
}

}  // namespace lockstep::host
