// Names for files by what they hold.
#include "runtime/cache/file_identity.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <map>
#include <mutex>
#include <optional>

#include "runtime/base/sha256.h"
#include "runtime/base/text.h"

namespace lockstep {
namespace {

// Within that time two changes may carry the same time: coarse clocks, other machines' file systems.
constexpr time_t kSettledSeconds = 3;

// SHA-256 of the file's content, of nothing if it cannot be read. In pieces: the program may have little memory.
std::string ContentHash(const std::string& path) {
  Sha256 hash;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return hash.Hex();
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = read(fd, buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    hash.Update({buffer, static_cast<size_t>(got)});
  }
  close(fd);
  return hash.Hex();
}

std::string Facts(const struct stat& facts) {
  return StrCat(facts.st_dev, " ", facts.st_ino, " ", facts.st_size, " ", facts.st_mtim.tv_sec, ".",
                facts.st_mtim.tv_nsec, " ", facts.st_ctim.tv_sec, ".", facts.st_ctim.tv_nsec);
}

}  // namespace

std::string ContentIdentity(const std::vector<std::string>& paths, const Cache& memory) {
  static auto* mutex = new std::mutex;
  static auto* known = new std::map<std::string, std::string>;  // what is known of the files -> hashes

  std::string facts;
  time_t newest = 0;
  for (const std::string& path : paths) {
    struct stat now = {};
    facts += stat(path.c_str(), &now) == 0 && S_ISREG(now.st_mode) ? StrCat(path, " ", Facts(now), "\n") : "none\n";
    newest = std::max(newest, now.st_ctim.tv_sec);
  }
  std::lock_guard<std::mutex> lock(*mutex);
  if (const auto found = known->find(facts); found != known->end()) return found->second;
  const std::string key = CacheKey({"contents of files", facts});
  const time_t age = time(nullptr) - newest;
  const bool settled = age >= kSettledSeconds;
  std::optional<std::string> identity;
  if (settled) identity = memory.Get(key);
  if (!identity) {
    std::vector<std::string> hashes;
    for (const std::string& path : paths) hashes.push_back(ContentHash(path));
    identity = CacheKey(hashes);
    if (settled) memory.Put(key, *identity);
  }
  if (settled) known->emplace(facts, *identity);
  return *identity;
}

}  // namespace lockstep
