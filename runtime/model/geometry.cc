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
    if (counts[d] == 0 || launch.local_size[d] == 0) return std::nullopt;
    item.group[d] = group % counts[d];
    group /= counts[d];
    uint64_t first = item.group[d] * launch.local_size[d];
    item.local[d] = local % launch.local_size[d];
    local /= launch.local_size[d];
    if (first + item.local[d] >= launch.global_size[d]) return std::nullopt;
    item.global[d] = launch.global_offset[d] + first + item.local[d];
  }
  if (group != 0 || local != 0) return std::nullopt;
  return item;
}

std::optional<Id3> GroupOfActor(const Launch& launch, uint64_t actor) {
  if (actor < launch.first_actor || launch.group_size == 0) return std::nullopt;
  const std::optional<WorkItem> first =
      WorkItemAt(launch, (actor - launch.first_actor) / launch.group_size, 0);
  if (!first) return std::nullopt;
  return first->group;
}

std::optional<WorkItem> WorkItemOfActor(const Launch& launch, uint64_t actor) {
  if (actor < launch.first_actor || launch.group_size == 0) return std::nullopt;
  const uint64_t number = actor - launch.first_actor;
  const uint64_t width = std::max<uint64_t>(launch.lockstep_width, 1);
  return WorkItemAt(launch, number / launch.group_size, number % launch.group_size * width);
}

std::optional<WorkItem> WorkItemOfNumber(const Launch& launch, uint64_t number) {
  const uint64_t items = launch.local_size[0] * launch.local_size[1] * launch.local_size[2];
  if (number < launch.first_actor || items == 0) return std::nullopt;
  number -= launch.first_actor;
  return WorkItemAt(launch, number / items, number % items);
}

uint64_t LocalLinear(const Launch& launch, const WorkItem& item) {
  return item.local[0] +
         launch.local_size[0] * (item.local[1] + launch.local_size[1] * item.local[2]);
}

}  // namespace lockstep
