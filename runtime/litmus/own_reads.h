// Reads whose value program order alone decides: a thread reads what it last wrote to a location that no other
// thread can get at. Without this a thread that counts by itself would have a run for every value that any of
// its writes could leave.
#ifndef LOCKSTEP_RUNTIME_LITMUS_OWN_READS_H_
#define LOCKSTEP_RUNTIME_LITMUS_OWN_READS_H_

#include <cstdint>
#include <set>
#include <vector>

#include "runtime/litmus/ast.h"

namespace lockstep::litmus {

// Whether no read of a full expression may see a write of it: it has at most one, and what is beside that one's
// operands reads other locations.
bool IsOrdered(const Expr& full);

// Of each location, whether only the thread of index `thread` can get at it: no other has it as a parameter, and
// no address is among the `values` (per location) that memory may hold.
std::vector<bool> OwnLocations(const Test& test, size_t thread, const std::vector<std::set<int64_t>>& values);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_OWN_READS_H_
