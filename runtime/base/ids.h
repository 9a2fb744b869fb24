// Strong ids: small integers that cannot be mixed up with each other.
#ifndef LOCKSTEP_RUNTIME_BASE_IDS_H_
#define LOCKSTEP_RUNTIME_BASE_IDS_H_

#include <cstdint>

namespace lockstep {

template <typename Tag>
struct StrongId {
  uint64_t value = 0;  // 0: none; ids count from 1 in order of creation
  explicit operator bool() const { return value != 0; }
  friend bool operator==(StrongId a, StrongId b) { return a.value == b.value; }
  friend bool operator!=(StrongId a, StrongId b) { return a.value != b.value; }
  friend bool operator<(StrongId a, StrongId b) { return a.value < b.value; }
};

using LaunchId = StrongId<struct LaunchTag>;    // in order of enqueue
using ObjectId = StrongId<struct ObjectTag>;    // buffers and SVM allocations

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_BASE_IDS_H_
