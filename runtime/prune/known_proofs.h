// The proofs about a kernel made so far, in this process or on disk, by what they depend on.
#ifndef LOCKSTEP_RUNTIME_PRUNE_KNOWN_PROOFS_H_
#define LOCKSTEP_RUNTIME_PRUNE_KNOWN_PROOFS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/base/proof_cost.h"
#include "runtime/prune/group_program.h"
#include "runtime/prune/launch_numbers.h"
#include "runtime/prune/proof_store.h"

namespace lockstep {

// Where proofs come from besides being made, and what they cost.
struct ProofContext {
  ProofStore* store = nullptr;  // null: none; not owned
  ProofCost cost;
};

// Any thread may ask. Two threads never prove at the same time.
class KnownProofs {
 public:
  using Proofs = std::map<int, RootProof>;
  // How to make a proof, and what it is about besides the launch.
  struct Maker {
    const char* kind;                               // tells proofs about equal programs apart
    std::function<std::vector<int64_t>()> program;  // as numbers
    std::function<Proofs(uint64_t* steps)> prove;   // adds to `steps` how many it took
  };

  // `values`, `roots`: of the program that the proofs are about; of the values, which arguments they use.
  KnownProofs(const std::vector<GroupValue>& values, std::vector<int> roots);

  // What was proven for a launch with this geometry, these values of the arguments that are used, and these
  // `sizes` (bytes, by root): known, on disk, or made now. `context` may be null.
  Proofs For(const LaunchNumbers& launch, const std::map<int, uint64_t>& sizes, const Maker& maker,
             ProofContext* context);

 private:
  std::vector<unsigned> arguments_;
  const std::vector<int> roots_;
  std::mutex mutex_;
  std::map<std::vector<int64_t>, Proofs> known_;
  std::string digest_;  // of the program, once it was asked for
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_KNOWN_PROOFS_H_
