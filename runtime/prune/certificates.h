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
      : cache_(std::move(cache)), edition_(std::move(edition)) {}

  // Whether there is one. Asks the disk at most once for each key.
  bool Covers(const std::string& key);

  // A checked launch with this key found nothing, and nothing of it was incomplete.
  void Add(const std::string& key);

 private:
  std::string NameOnDisk(const std::string& key) const;

  const Cache cache_;
  const std::string edition_;
  std::mutex mutex_;
  std::unordered_map<std::string, bool> known_;  // key -> whether there is one
  size_t stored_ = 0;                            // on disk by this process
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_CERTIFICATES_H_
