// Which values of a group program are still needed behind each barrier.
#ifndef LOCKSTEP_RUNTIME_PRUNE_GROUP_LIVENESS_H_
#define LOCKSTEP_RUNTIME_PRUNE_GROUP_LIVENESS_H_

#include <map>
#include <utility>
#include <vector>

#include "runtime/prune/group_program.h"

namespace lockstep {

class GroupLiveness {
 public:
  // `counts[v]`: value v is computed at all; the others, and leaves, are never live.
  GroupLiveness(const GroupProgram& program, const std::vector<bool>& counts);

  // The values, in rising order, that may be used before they are computed again, by one who goes on at
  // step `step` of `block`: one behind a barrier.
  const std::vector<int>& At(int block, size_t step) const { return live_.at({block, step}); }

 private:
  std::map<std::pair<int, size_t>, std::vector<int>> live_;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_GROUP_LIVENESS_H_
