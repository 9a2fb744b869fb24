#include "host/track/source_file.h"

#include <algorithm>
#include <filesystem>

#include "runtime/base/file.h"
#include "runtime/base/text.h"

namespace lockstep::host {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxEntries = 4000;  // looked at in one directory
constexpr int kMaxDepth = 3;          // levels below a directory
constexpr size_t kShortestText = 16;  // shorter ones say little
constexpr size_t kMaxAddition = 256;  // bytes that an application may add at the end
constexpr std::string_view kExtensions[] = {".cl", ".ocl", ".h", ".clh", ".hcl", ".opencl"};

bool LooksLikeSource(const fs::path& path) {
  const std::string extension = path.extension().string();
  return std::find(std::begin(kExtensions), std::end(kExtensions), extension) !=
         std::end(kExtensions);
}

}  // namespace

SourceFinder::Listing SourceFinder::List(const std::string& directory) {
  Listing found;
  std::error_code error;
  fs::recursive_directory_iterator at(directory, fs::directory_options::skip_permission_denied,
                                      error);
  const fs::recursive_directory_iterator end;
  for (size_t entries = 0; !error && at != end && entries < kMaxEntries; ++entries) {
    const fs::path path = at->path();
    std::error_code of_entry;
    // What hides is no place for sources.
    if (at.depth() >= kMaxDepth || path.filename().string()[0] == '.') {
      at.disable_recursion_pending();
    }
    if (LooksLikeSource(path) && at->is_regular_file(of_entry)) {
      const uint64_t size = at->file_size(of_entry);
      if (!of_entry) found.emplace_back(path.string(), size);
    }
    at.increment(error);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string SourceFinder::Find(std::string_view text,
                               const std::vector<std::string>& directories) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const std::string& directory : directories) {
    auto listing = listings_.find(directory);
    if (listing == listings_.end()) listing = listings_.emplace(directory, List(directory)).first;
    for (const auto& [path, size] : listing->second) {
      if (size > text.size() || text.size() - size > kMaxAddition || size < kShortestText) continue;
      const StatusOr<std::string> content = ReadFile(path);
      if (!content.ok() || content->size() != size || *content != text.substr(0, size)) continue;
      const std::string below = directories[0] + "/";
      return path.rfind(below, 0) == 0 ? path.substr(below.size()) : path;
    }
  }
  return "";
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
