// Integers of which only bounds may be known: the values of a group program.
#ifndef LOCKSTEP_RUNTIME_PRUNE_RANGE_H_
#define LOCKSTEP_RUNTIME_PRUNE_RANGE_H_

#include <cstdint>

#include "runtime/prune/group_program.h"

namespace lockstep {

// All integers from `low` to `high`, both included. An integer of n bits is meant as signed, one of a
// single bit as 0 or 1.
struct Range {
  int64_t low = 0;
  int64_t high = 0;

  static Range One(int64_t value) { return {value, value}; }
  // Everything that `bits` bits can hold.
  static Range Full(unsigned bits);
  // The least range that has both in it.
  static Range Hull(Range a, Range b);

  bool known() const { return low == high; }
  bool operator==(const Range& other) const { return low == other.low && high == other.high; }
};

// What `value`'s operation makes of its operands (unused ones are ignored), none of them a leaf or phi:
// exact if all are known and the result is defined, else bounds of it.
Range Apply(const GroupValue& value, Range a, Range b, Range c);

// `number` cut to `bits` bits and read as such an integer.
int64_t Cut(uint64_t number, unsigned bits);

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_PRUNE_RANGE_H_
