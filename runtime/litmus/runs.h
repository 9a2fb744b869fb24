// All runs of each thread of a litmus test alone, when reads may return any value of given sets.
//
// These are the pre-executions of paper 002, Sect. 2.2, restricted to the values that some
// execution writes: the sets are the greatest in which every value is initial or written by a run.
#ifndef LOCKSTEP_RUNTIME_LITMUS_RUNS_H_
#define LOCKSTEP_RUNTIME_LITMUS_RUNS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/litmus/ast.h"
#include "runtime/litmus/event.h"

namespace lockstep::litmus {

// One way through one thread. Event i is sequenced before event j iff bit i of before[j] is set;
// operands of one expression are not sequenced. At most 64 events.
struct Run {
  std::vector<Event> events;
  std::vector<uint64_t> before;
  std::vector<int64_t> registers;
};

struct Runs {
  std::vector<std::vector<Run>> of_thread;
  std::vector<std::set<int64_t>> values;  // per location: what a read of it may return
  std::vector<std::string> barriers;      // names of the dynamic barriers, by Event::barrier
  bool coherent = true;                   // as AllRuns was asked
  bool loop_bound_reached = false;        // some run was dropped because a loop went on
  bool out_of_bounds = false;             // some run was dropped because it left every location
};

// `unroll`: most iterations of a while loop; longer runs are dropped.
// `coherent`: leave out reads that program order forbids to locations that one thread has for itself
// (own_reads.h); false keeps them for a model that has lost a rule.
// kUnavailable if a thread has too many runs or a run too many events.
StatusOr<Runs> AllRuns(const Test& test, int unroll, bool coherent = true);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_RUNS_H_
