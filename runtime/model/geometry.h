// Which work-item an actor number means: the launch's geometry.
#ifndef LOCKSTEP_RUNTIME_MODEL_GEOMETRY_H_
#define LOCKSTEP_RUNTIME_MODEL_GEOMETRY_H_

#include <array>
#include <cstdint>
#include <optional>

#include "runtime/model/launch.h"

namespace lockstep {

using Id3 = std::array<uint64_t, 3>;

struct WorkItem {
  Id3 global{};  // get_global_id: with the global offset
  Id3 local{};   // get_local_id
  Id3 group{};   // get_group_id
  friend bool operator==(const WorkItem& a, const WorkItem& b) {
    return a.global == b.global && a.group == b.group;
  }
  friend bool operator<(const WorkItem& a, const WorkItem& b) {
    return a.group != b.group ? a.group < b.group : a.global < b.global;
  }
};

// Number of work-groups in each dimension; a last, smaller one counts.
Id3 GroupCounts(const Launch& launch);

// The work-item with these linear numbers; nullopt if the launch has none. Linear numbers count
// dimension 0 fastest; `local_linear` by the full group's size, in smaller last groups too (as
// device-lib/geometry.h does).
std::optional<WorkItem> WorkItemAt(const Launch& launch, uint64_t group_linear,
                                   uint64_t local_linear);

// The group (get_group_id) that an actor number of this launch's records belongs to; nullopt if the
// launch has none such.
std::optional<Id3> GroupOfActor(const Launch& launch, uint64_t actor);

// The work-item that an actor number of this launch's records means, under --model=lockstep:N the
// first of its block; nullopt for an asynchronous copy.
std::optional<WorkItem> WorkItemOfActor(const Launch& launch, uint64_t actor);

// The work-item with this number, counted from the launch's first actor group by group, without
// copies and whatever the model: how divergence findings name them.
std::optional<WorkItem> WorkItemOfNumber(const Launch& launch, uint64_t number);

// Linear number of the work-item in its group, as WorkItemAt takes it.
uint64_t LocalLinear(const Launch& launch, const WorkItem& item);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_MODEL_GEOMETRY_H_
