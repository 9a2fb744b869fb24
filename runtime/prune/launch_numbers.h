// The numbers of a launch that proofs start from.
#ifndef LOCKSTEP_RUNTIME_PRUNE_LAUNCH_NUMBERS_H_
#define LOCKSTEP_RUNTIME_PRUNE_LAUNCH_NUMBERS_H_

#include <cstdint>
#include <map>

namespace lockstep {

// What a launch fixes. Extents in work-items; `arguments`: the integer arguments' values,
// sign-extended from their size.
struct LaunchNumbers {
  uint64_t global_size[3] = {1, 1, 1};
  uint64_t global_offset[3] = {0, 0, 0};
  uint64_t local_size[3] = {1, 1, 1};
  std::map<unsigned, int64_t> arguments;
};

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_LAUNCH_NUMBERS_H_
