// Explores the machine of paper 002 on a litmus test and compares it with the axiomatic model:
// Theorem 1 (Sect. 6.1) checked on one program.
#ifndef LOCKSTEP_RUNTIME_LITMUS_MACHINE_REPORT_H_
#define LOCKSTEP_RUNTIME_LITMUS_MACHINE_REPORT_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/litmus/ast.h"
#include "runtime/litmus/enumerate.h"
#include "runtime/litmus/machine_program.h"

namespace lockstep::litmus {

struct MachineOptions {
  Scheme scheme = Scheme::kProposed;
  uint64_t max_states = 4000000;
  bool full_l2 = false;
  EnumerateOptions model;  // what to compare with
};

struct MachineReport {
  bool forbidden = false;  // some execution of the machine is none of the model
  bool racy = false;       // the program races: the model allows everything
  bool complete = true;    // all states were visited
  uint64_t states_visited = 0;
  uint64_t executions = 0;  // different (rf, mo)
  uint64_t deadlocks = 0;   // states where nothing can happen before the end
  std::map<std::vector<int64_t>, bool>
      outcomes;      // final state -> the model forbids an execution with it
  std::string text;  // for people, with the interleaving of the first forbidden execution
  std::string json;  // an object
};

// FailedPrecondition if the test is outside what Table 3 compiles; see CompileForMachine.
StatusOr<MachineReport> RunMachine(const Test& test, const MachineOptions& options);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_MACHINE_REPORT_H_
