// The proofs about a kernel made so far in this process, by what they depend on.
#ifndef LOCKSTEP_RUNTIME_PRUNE_KNOWN_PROOFS_H_
#define LOCKSTEP_RUNTIME_PRUNE_KNOWN_PROOFS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/prune/group_program.h"
#include "runtime/prune/injective.h"

namespace lockstep {

struct RootProof {
  bool proven = false;
  std::string why;  // one line: the proof, or what stands against it
};

// Any thread may ask. Two threads never prove at the same time.
class KnownProofs {
 public:
  // `values`, `roots`: of the program that the proofs are about; of the values, which arguments they use.
  KnownProofs(const std::vector<GroupValue>& values, std::vector<int> roots);

  // What `prove` came to for a launch with this geometry, these values of the arguments that are used, and
  // these `sizes` (bytes, by root); it is called if that is not known yet.
  std::map<int, RootProof> For(const LaunchNumbers& launch, const std::map<int, uint64_t>& sizes,
                               const std::function<std::map<int, RootProof>()>& prove);

 private:
  std::vector<unsigned> arguments_;
  const std::vector<int> roots_;
  std::mutex mutex_;
  std::map<std::vector<int64_t>, std::map<int, RootProof>> known_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_KNOWN_PROOFS_H_
