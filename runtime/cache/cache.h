// A cache on disk: text by content hash, bounded, shared by processes that run at the same time, trusted only if nobody
// else can have written it (trust.h). Our own: applications close, or copy by fork, what a data base keeps open.
#ifndef LOCKSTEP_RUNTIME_CACHE_CACHE_H_
#define LOCKSTEP_RUNTIME_CACHE_CACHE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/options.h"
#include "runtime/base/status.h"

namespace lockstep {

// One file per entry, <directory>/<first two digits of the key>/<key>, with a header line that
// holds length and checksum, which covers the key too. Entries appear by rename, so readers see whole ones
// or none; one that does not match its header, or that somebody else owns or may write, is removed and counts
// as absent. All functions may be called by many threads and processes at once. A directory that cannot be
// used, or that others may write, costs one warning in this process; then Get finds nothing and Put does
// nothing.
class Cache {
 public:
  // `directory` "" or `max_bytes` 0: no cache.
  Cache(std::string directory, uint64_t max_bytes)
      : directory_(std::move(directory)), max_bytes_(max_bytes) {}

  // The cache that `options` and the environment describe.
  static Cache FromOptions(const Options& options);

  // Whether it can be used; else why not, in one line. A directory that does not exist yet can be used if the
  // place for it is this user's. For no cache: ok.
  Status Usable() const;

  // The content stored under `key` (from CacheKey); makes the entry the most recently used.
  std::optional<std::string> Get(const std::string& key) const;

  // Stores `content`, then removes the least recently used entries until the bound holds. Content
  // bigger than the bound is not stored.
  void Put(const std::string& key, std::string_view content) const;

  // Removes an entry that its reader found to be out of date.
  void Drop(const std::string& key) const;

  const std::string& directory() const { return directory_; }

 private:
  std::optional<std::string> UsableDirectory(bool make) const;
  bool TrustsShard(const std::string& shard) const;
  void Trim(const std::string& directory) const;

  std::string directory_;
  uint64_t max_bytes_;
};

// The key of everything that determines a result, part by part: 64 hexadecimal digits. Parts are
// hashed with their lengths, so {"ab","c"} and {"a","bc"} differ.
std::string CacheKey(const std::vector<std::string>& parts);

// The directory that options and environment ask for: cache-dir, $LOCKSTEP_CACHE_DIR,
// $XDG_CACHE_HOME/lockstep, $HOME/.cache/lockstep; "" if none of them is set.
std::string CacheDirectory(const Options& options);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_CACHE_CACHE_H_
