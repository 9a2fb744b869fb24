// Which work-item an actor number means: the launch's geometry.
#include "runtime/model/geometry.h"

#include <algorithm>

namespace lockstep {

Id3 GroupCounts(const Launch& launch) {
  Id3 counts;
  for (int d = 0; d < 3; ++d) {
    uint64_t local = std::max<uint64_t>(launch.local_size[d], 1);
    counts[d] = (launch.global_size[d] + local - 1) / local;
  }
  return counts;
}

std::optional<WorkItem> WorkItemAt(const Launch& launch, uint64_t group_linear,
                                   uint64_t local_linear) {
  Id3 counts = GroupCounts(launch);
  WorkItem item;
  uint64_t group = group_linear;
  uint64_t local = local_linear;
  for (int d = 0; d < 3; ++d) {
    if (counts[d] == 0) return std::nullopt;
    item.group[d] = group % counts[d];
    group /= counts[d];
    uint64_t first = item.group[d] * launch.local_size[d];
    uint64_t size = std::min(launch.local_size[d], launch.global_size[d] - first);
    item.local[d] = local % size;
    local /= size;
    item.global[d] = launch.global_offset[d] + first + item.local[d];
  }
  if (group != 0 || local != 0) return std::nullopt;
  return item;
}

}  // namespace lockstep
