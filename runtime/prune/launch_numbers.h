// The numbers of a launch that proofs start from.
#ifndef LOCKSTEP_RUNTIME_PRUNE_LAUNCH_NUMBERS_H_
#define LOCKSTEP_RUNTIME_PRUNE_LAUNCH_NUMBERS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lockstep {

// What a launch fixes. Extents in work-items; `arguments`: the integer arguments' values,
// sign-extended from their size, each by its number; of arguments of 1, 2, 4 or 8 bytes that are no integers all bits
// likewise, of others words of four bytes: ArgumentPart(number, offset of the word, 4).
struct LaunchNumbers {
  uint64_t global_size[3] = {1, 1, 1};
  uint64_t global_offset[3] = {0, 0, 0};
  uint64_t local_size[3] = {1, 1, 1};
  std::map<unsigned, int64_t> arguments;
};

// Names `bytes` bytes at `offset` of argument `number`, vectors' components or structures' members; nullopt if that is
// beyond what is kept.
inline constexpr uint64_t kMaxPartedArgument = 512;  // bytes
std::optional<unsigned> ArgumentPart(unsigned number, uint64_t offset, uint64_t bytes);

// What LaunchNumbers::arguments has to have, for the value of `name`, an argument's number or an ArgumentPart(), to be
// known.
std::vector<unsigned> ArgumentsBehind(unsigned name);

// The value of `name`, of `bits` bits, sign-extended; nullopt if the launch does not say.
std::optional<int64_t> ArgumentValue(const LaunchNumbers& launch, unsigned name, unsigned bits);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_LAUNCH_NUMBERS_H_
