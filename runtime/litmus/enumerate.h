// Enumerates every consistent execution of a litmus test under the axiomatic model.
#ifndef LOCKSTEP_RUNTIME_LITMUS_ENUMERATE_H_
#define LOCKSTEP_RUNTIME_LITMUS_ENUMERATE_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/litmus/ast.h"
#include "runtime/litmus/model.h"
#include "runtime/litmus/result.h"

namespace lockstep::litmus {

struct EnumerateOptions {
  ModelOptions model;
  int unroll = 3;               // most iterations of a while loop
  bool keep_sample = false;     // fill Result::sample
  bool keep_witnesses = false;  // fill Result::witnesses
  bool ignore_filter = false;   // count executions that the test filters out as well
  // Called for every consistent execution with its happens-before (both regions together) and its
  // data races; for oracles.
  std::function<void(const Execution&, const Relation&, const std::vector<std::pair<int, int>>&)>
      on_execution;
};

// ResourceExhausted if a thread has too many runs or an execution too many events.
StatusOr<Result> Enumerate(const Test& test, const EnumerateOptions& options);

// One line for the graph of an execution without scopes: reads-from of every read, and
// modification order of every atomic location, in terms of (thread, n-th access of the thread).
// Two executions of one program are the same, in the sense of paper 002 Sect. 6.1, iff equal.
std::string WitnessKey(const Test& test, const Execution& execution);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_ENUMERATE_H_
