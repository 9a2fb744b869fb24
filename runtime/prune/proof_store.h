// Proofs that took long, kept on disk: what a launch's numbers prove does not change from one process to the
// next. Read back like certificates, by content hash, and worth nothing to another build of this tool.
#ifndef LOCKSTEP_RUNTIME_PRUNE_PROOF_STORE_H_
#define LOCKSTEP_RUNTIME_PRUNE_PROOF_STORE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/cache/cache.h"

namespace lockstep {

// Why nothing is proven where the steps allowed did not suffice.
inline constexpr char kTakesTooLong[] = "it takes too long to be proven";
// ... and where what would be proven counts on what nobody has seen, or somebody has seen not to be so.
inline constexpr char kCountersMayGoOn[] = "a counter may be added to behind its reset";

struct RootProof {
  bool proven = false;
  bool inside = false;  // proven, and so is that no access leaves what belongs to the root
  std::string why;  // one line: the proof, or what stands against it
  // The proof holds if nobody adds to a counter in the memory of these roots once it was written otherwise.
  std::vector<int> counters;
};

// Any thread may ask.
class ProofStore {
 public:
  // Steps of a proof, of some 10 ns each, from which on it is stored: to be found again costs some 50 µs.
  static constexpr uint64_t kWorthIt = 20'000;

  // `edition`: which build of this tool makes the proofs.
  ProofStore(Cache cache, std::string edition) : cache_(std::move(cache)), edition_(std::move(edition)) {}

  // What was proven of `subject` (bytes: everything that the proof depends on); nullopt if nothing is known,
  // or what the file says is no list of proofs. Asks the disk each time.
  std::optional<std::map<int, RootProof>> Get(const std::string& subject) const;

  // Stores it, if this process has not stored its share. No `why` may have a line break.
  void Put(const std::string& subject, const std::map<int, RootProof>& proofs);

 private:
  std::string NameOnDisk(const std::string& subject) const;

  const Cache cache_;
  const std::string edition_;
  std::atomic<size_t> stored_{0};
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_PROOF_STORE_H_
