// A cache on disk: text by content hash, bounded, shared by processes that run at the same time, and trusted
// only if nobody else can have written it.
#include "runtime/cache/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <map>
#include <mutex>
#include <set>

#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/base/sha256.h"
#include "runtime/base/text.h"
#include "runtime/cache/trust.h"

namespace lockstep {
namespace {

constexpr std::string_view kMagic = "LOCKSTEP-CACHE 2 ";
constexpr size_t kKeyDigits = 64;

// A writer that died between creating and renaming leaves its temporary file; after this many
// seconds nobody can still be writing it.
constexpr time_t kStaleTemporary = 3600;

void Warn(const Status& status) {
  LogOnce(StrCat("working without the cache of instrumented kernels: ", status.message()));
}

// What this process knows of cache directories, so that each is looked at once.
struct Known {
  uid_t user = 0;                // for whom it was judged
  bool judged = false;           // and `directory` or `failed` is set
  std::string directory;         // the directory without symbolic links
  bool failed = false;
  std::set<std::string> shards;  // that are trusted
};

std::mutex& KnownMutex() {
  static auto* mutex = new std::mutex;
  return *mutex;
}

// With KnownMutex held.
Known& KnownOf(const std::string& directory) {
  static auto* all = new std::map<std::string, Known>;
  Known& known = (*all)[directory];
  if (known.user != geteuid()) known = Known();
  known.user = geteuid();
  return known;
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

bool IsHexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// True for the two-digit directories and nothing else: a cache directory that is shared with
// something else must not be cleaned up for it.
bool IsShard(const std::string& name) { return name.size() == 2 && IsHexadecimal(name); }

bool IsKey(std::string_view name) { return name.size() == kKeyDigits && IsHexadecimal(name); }

// What ReplaceFile makes for an entry before it renames it: the key, a full stop and six characters.
bool IsTemporary(const std::string& name) {
  return name.size() == kKeyDigits + 7 && name[kKeyDigits] == '.' && IsKey(name.substr(0, kKeyDigits));
}

std::vector<Entry> Entries(const std::string& directory) {
  std::vector<Entry> entries;
  for (const std::string& shard : Names(directory)) {
    if (!IsShard(shard) || !CheckDirectory(StrCat(directory, "/", shard)).ok()) continue;
    for (const std::string& name : Names(StrCat(directory, "/", shard))) {
      std::string path = StrCat(directory, "/", shard, "/", name);
      struct stat info;
      if (lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
      if (IsTemporary(name)) {  // perhaps being written now
        if (time(nullptr) - info.st_mtim.tv_sec > kStaleTemporary) unlink(path.c_str());
      } else if (IsKey(name)) {
        entries.push_back({path, static_cast<uint64_t>(info.st_size), info.st_mtim});
      }
    }
  }
  return entries;
}

std::string PathOf(const std::string& directory, const std::string& key) {
  return StrCat(directory, "/", key.substr(0, 2), "/", key);
}

std::string Header(const std::string& key, std::string_view content) {
  Sha256 hash;
  hash.Update(key);
  hash.Update(content);
  return StrCat(kMagic, content.size(), " ", hash.Hex());
}

// The whole file at `path`, which has just been used. kUnavailable if it is no file of which only this user and
// root can be the author.
StatusOr<std::string> ReadEntry(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (fd < 0 && errno == ELOOP) return UnavailableError(StrCat(path, " is a symbolic link"));
  if (fd < 0) return NotFoundError(path);
  struct stat facts = {};
  std::string why = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) ? WhyNotTrusted(facts) : "is not a regular file";
  if (!why.empty()) {
    close(fd);
    return UnavailableError(StrCat(path, " ", why));
  }
  std::string text(static_cast<size_t>(facts.st_size), '\0');
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t got = read(fd, text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<size_t>(got);
  }
  futimens(fd, nullptr);
  close(fd);
  text.resize(done);
  return text;
}

}  // namespace

Cache Cache::FromOptions(const Options& options) {
  return Cache(options.cache_size == 0 ? "" : CacheDirectory(options), options.cache_size << 20);
}

Status Cache::Usable() const {
  if (directory_.empty() || max_bytes_ == 0) return OkStatus();
  const StatusOr<TrustedDirectory> found = FindTrustedDirectory(directory_);
  return found.status();
}

// The directory, without symbolic links in its path; nullopt if it is not there or not trusted, which is said
// once. `make`: makes it if it is not there.
std::optional<std::string> Cache::UsableDirectory(bool make) const {
  if (directory_.empty() || max_bytes_ == 0) return std::nullopt;
  std::lock_guard<std::mutex> lock(KnownMutex());
  Known& known = KnownOf(directory_);
  if (known.judged) return known.failed ? std::nullopt : std::optional<std::string>(known.directory);
  StatusOr<TrustedDirectory> found = FindTrustedDirectory(directory_);
  if (found.ok() && found->path.empty()) {
    if (!make) return std::nullopt;  // another process may make it yet
    const Status made = MakeDirectories(directory_);
    found = made.ok() ? FindTrustedDirectory(directory_) : StatusOr<TrustedDirectory>(made);
  }
  known.judged = true;
  known.failed = !found.ok() || found->path.empty();
  if (!known.failed) known.directory = found->path;
  if (!found.ok()) Warn(found.status());
  return known.failed ? std::nullopt : std::optional<std::string>(known.directory);
}

// Whether the directory of that path, below the cache's, is trusted. If it is not, there is no cache from now on.
bool Cache::TrustsShard(const std::string& shard) const {
  std::lock_guard<std::mutex> lock(KnownMutex());
  Known& known = KnownOf(directory_);
  if (known.failed) return false;
  if (known.shards.count(shard) > 0) return true;
  const Status trusted = CheckDirectory(shard);
  if (trusted.ok()) known.shards.insert(shard);
  if (trusted.code() == StatusCode::kUnavailable) {
    known.judged = known.failed = true;
    Warn(trusted);
  }
  return trusted.ok();
}

std::optional<std::string> Cache::Get(const std::string& key) const {
  const std::optional<std::string> directory = UsableDirectory(false);
  if (!directory) return std::nullopt;
  const std::string path = PathOf(*directory, key);
  if (!TrustsShard(path.substr(0, path.rfind('/')))) return std::nullopt;
  const StatusOr<std::string> file = ReadEntry(path);
  if (file.ok()) {
    const size_t end = file->find('\n');
    const std::string_view all(*file);
    if (end != std::string::npos && all.substr(0, end) == Header(key, all.substr(end + 1))) {
      return std::string(all.substr(end + 1));
    }
  } else if (file.status().code() == StatusCode::kNotFound) {
    return std::nullopt;
  } else {
    LogOnce(StrCat("an entry of the cache of instrumented kernels is not trusted and is made anew: ",
                   file.status().message()));
  }
  unlink(path.c_str());
  return std::nullopt;
}

void Cache::Put(const std::string& key, std::string_view content) const {
  if (content.size() + 256 > max_bytes_ / 10 * 9) return;
  const std::optional<std::string> directory = UsableDirectory(true);
  if (!directory) return;
  const std::string path = PathOf(*directory, key);
  const std::string shard = path.substr(0, path.rfind('/'));
  Status status = MakeDirectories(shard);
  if (status.ok() && !TrustsShard(shard)) return;
  if (status.ok()) status = ReplaceFile(path, StrCat(Header(key, content), "\n", content));
  if (!status.ok()) return Warn(status);
  Trim(*directory);
}

void Cache::Drop(const std::string& key) const {
  const std::optional<std::string> directory = UsableDirectory(false);
  if (directory) unlink(PathOf(*directory, key).c_str());
}

void Cache::Trim(const std::string& directory) const {
  std::vector<Entry> entries = Entries(directory);
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
