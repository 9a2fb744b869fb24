// What proofs about launches cost, for --verbose.
#ifndef LOCKSTEP_RUNTIME_BASE_PROOF_COST_H_
#define LOCKSTEP_RUNTIME_BASE_PROOF_COST_H_

#include <cstdint>

namespace lockstep {

// Of one launch, or of several.
struct ProofCost {
  uint64_t made = 0;         // proofs made for it
  uint64_t read = 0;         // ... found on disk
  uint64_t known = 0;        // ... known already in this process
  uint64_t nanoseconds = 0;  // for those made and read

  void Add(const ProofCost& other) {
    made += other.made;
    read += other.read;
    known += other.known;
    nanoseconds += other.nanoseconds;
  }
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_PROOF_COST_H_
