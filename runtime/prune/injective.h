// May two work-items of this launch touch the same byte through one root? Proves that they may
// not, from the accesses' byte offsets as polynomials of the ids.
#ifndef LOCKSTEP_RUNTIME_PRUNE_INJECTIVE_H_
#define LOCKSTEP_RUNTIME_PRUNE_INJECTIVE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/polynomial.h"

namespace lockstep {

// A value that the kernel widens from `bits` bits: the polynomial is the value only if it fits.
struct FitsIn {
  Polynomial value;
  unsigned bits = 32;
  bool is_signed = true;
};

// Where one access goes: bytes [offset, offset + bytes) of its root, in every work-item that
// makes it, however often it does.
struct AccessForm {
  Polynomial offset;
  uint64_t bytes = 0;
  std::vector<FitsIn> fits;
  // Ids to which branches around the access leave one value, and that value, the same for all work-items:
  // "l0" or "g0" and so on.
  std::map<std::string, Polynomial> fixed;
};

// What a launch fixes. Extents in work-items; `arguments`: the integer arguments' values,
// sign-extended from their size.
struct LaunchNumbers {
  uint64_t global_size[3] = {1, 1, 1};
  uint64_t global_offset[3] = {0, 0, 0};
  uint64_t local_size[3] = {1, 1, 1};
  std::map<unsigned, int64_t> arguments;
};

// True if no byte is touched by two different work-items of the launch through accesses of these
// forms; for `local` memory: by two different work-items of one group. False means "not proven".
bool TouchedByOneWorkItemOnly(const std::vector<AccessForm>& forms, const LaunchNumbers& launch,
                              bool local);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_INJECTIVE_H_
