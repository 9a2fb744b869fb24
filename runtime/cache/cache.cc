// A cache on disk: text by content hash, bounded, shared by processes that run at the same time.
#include "runtime/cache/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/sha256.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

constexpr std::string_view kMagic = "LOCKSTEP-CACHE 1 ";

// A writer that died between creating and renaming leaves its temporary file; after this many
// seconds nobody can still be writing it.
constexpr time_t kStaleTemporary = 3600;

void Warn(const Status& status) {
  LogOnce(StrCat("working without the cache of instrumented kernels: ", status.message()));
}

struct Entry {
  std::string path;
  uint64_t bytes;
  timespec used;
};

std::vector<std::string> Names(const std::string& directory) {
  std::vector<std::string> names;
  DIR* dir = opendir(directory.c_str());
  if (dir == nullptr) return names;
  while (const dirent* entry = readdir(dir)) {
    if (entry->d_name[0] != '.') names.push_back(entry->d_name);
  }
  closedir(dir);
  return names;
}

// True for the two-digit directories and nothing else: a cache directory that is shared with
// something else must not be cleaned up for it.
bool IsShard(const std::string& name) {
  return name.size() == 2 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::vector<Entry> Entries(const std::string& directory) {
  std::vector<Entry> entries;
  for (const std::string& shard : Names(directory)) {
    if (!IsShard(shard)) continue;
    for (const std::string& name : Names(StrCat(directory, "/", shard))) {
      std::string path = StrCat(directory, "/", shard, "/", name);
      struct stat info;
      if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
      if (name.size() != 64) {  // a temporary file, perhaps being written now
        if (time(nullptr) - info.st_mtim.tv_sec > kStaleTemporary) unlink(path.c_str());
        continue;
      }
      entries.push_back({path, static_cast<uint64_t>(info.st_size), info.st_mtim});
    }
  }
  return entries;
}

}  // namespace

Cache Cache::FromOptions(const Options& options) {
  return Cache(options.cache_size == 0 ? "" : CacheDirectory(options), options.cache_size << 20);
}

std::string Cache::PathOf(const std::string& key) const {
  return StrCat(directory_, "/", key.substr(0, 2), "/", key);
}

std::optional<std::string> Cache::Get(const std::string& key) const {
  if (directory_.empty() || max_bytes_ == 0) return std::nullopt;
  std::string path = PathOf(key);
  auto file = ReadFile(path);
  if (!file.ok()) return std::nullopt;
  size_t end = file->find('\n');
  std::string_view all(*file);
  if (end != std::string::npos) {
    std::string_view content = all.substr(end + 1);
    if (all.substr(0, end) == StrCat(kMagic, content.size(), " ", Sha256Hex(content))) {
      utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
      return std::string(content);
    }
  }
  unlink(path.c_str());
  return std::nullopt;
}

void Cache::Put(const std::string& key, std::string_view content) const {
  if (directory_.empty() || content.size() + 256 > max_bytes_ / 10 * 9) return;
  std::string path = PathOf(key);
  Status status = MakeDirectories(path.substr(0, path.rfind('/')));
  if (status.ok()) {
    status =
        ReplaceFile(path, StrCat(kMagic, content.size(), " ", Sha256Hex(content), "\n", content));
  }
  if (!status.ok()) return Warn(status);
  Trim();
}

void Cache::Drop(const std::string& key) const {
  if (!directory_.empty()) unlink(PathOf(key).c_str());
}

void Cache::Trim() const {
  std::vector<Entry> entries = Entries(directory_);
  uint64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  if (total <= max_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    if (a.used.tv_sec != b.used.tv_sec) return a.used.tv_sec < b.used.tv_sec;
    if (a.used.tv_nsec != b.used.tv_nsec) return a.used.tv_nsec < b.used.tv_nsec;
    return a.path < b.path;
  });
  // Down to nine tenths, so that not every Put has to trim.
  for (const Entry& entry : entries) {
    if (total <= max_bytes_ / 10 * 9) break;
    unlink(entry.path.c_str());
    total -= entry.bytes;
  }
}

std::string CacheKey(const std::vector<std::string>& parts) {
  Sha256 hash;
  for (const std::string& part : parts) {
    hash.Update(StrCat(part.size(), ":"));
    hash.Update(part);
  }
  return hash.Hex();
}

std::string CacheDirectory(const Options& options) {
  if (!options.cache_dir.empty()) return options.cache_dir;
  auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (std::string own = variable("LOCKSTEP_CACHE_DIR"); !own.empty()) return own;
  if (std::string xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/lockstep";
  if (std::string home = variable("HOME"); !home.empty()) return home + "/.cache/lockstep";
  return "";
}

}  // namespace lockstep
