// Certificates: launches of which a checked one found nothing at all, and whose accesses do not
// depend on data, so that launches with an equal key need no check (paper 000, Theorem 5.2; Leung
// et al., PLDI'12, "Verifying GPU Kernels by Test Amplification").
#ifndef LOCKSTEP_RUNTIME_PRUNE_CERTIFICATES_H_
#define LOCKSTEP_RUNTIME_PRUNE_CERTIFICATES_H_

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

#include "runtime/cache/cache.h"

namespace lockstep {

// Those of this process, and those that earlier ones left on disk. All functions may be called by
// any thread. What does not fit is forgotten, which costs checks and nothing else.
class Certificates {
 public:
  // `edition`: what a key does not say and a certificate is worth nothing without, above all which
  // build of this tool made it.
  Certificates(Cache cache, std::string edition)
      : cache_(std::move(cache)), on_disk_(!cache_.directory().empty()), edition_(std::move(edition)) {}
  // Those of this process alone, at most `most` of them.
  static Certificates OfThisProcess(size_t most) { return Certificates(most); }

  // Whether there is one. Asks the disk at most once for each key.
  bool Covers(const std::string& key);

  // A checked launch with this key found nothing that a report shows, and nothing of it was incomplete.
  // `in_later_processes`: these need not see it for themselves.
  void Add(const std::string& key, bool in_later_processes = true);

 private:
  explicit Certificates(size_t most) : cache_("", 0), on_disk_(false), most_(most) {}
  std::string NameOnDisk(const std::string& key) const;

  // An application that launches with ever new numbers has ever new keys, which never come again.
  static constexpr size_t kMost = 16384;

  const Cache cache_;
  const bool on_disk_;
  const std::string edition_;
  const size_t most_ = kMost;
  std::mutex mutex_;
  std::unordered_map<std::string, bool> known_;  // key -> whether there is one
  size_t stored_ = 0;                            // on disk by this process
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_CERTIFICATES_H_
