// Compiles a litmus test for the GPU of paper 002, Sect. 5: Table 3, both columns.
//
// The paper's assembly has no control flow and one read-modify-write, the increment. Here a thread
// is a tree: a node is one memory operation, an edge one outcome of it (the value read); the
// increments stand for every atomic read-modify-write, and a compare-exchange that fails stores
// nothing. Orders weaker than acquire and release are compiled as these.
#ifndef LOCKSTEP_RUNTIME_LITMUS_MACHINE_PROGRAM_H_
#define LOCKSTEP_RUNTIME_LITMUS_MACHINE_PROGRAM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/litmus/ast.h"
#include "runtime/litmus/event.h"
#include "runtime/litmus/runs.h"

namespace lockstep::litmus {

enum class Scheme { kOriginal, kProposed };

enum class Op : uint8_t {
  kLoad,
  kStore,
  kRmwL1,
  kRmwL2,
  kFlushGroup,
  kFlushDevice,
  kInvalidateGroup,
  kInvalidateDevice,
  kLockL2,
  kUnlockL2,
  kLockRmw,
  kUnlockRmw
};

// One outcome of an operation.
struct Edge {
  Event event;     // with the values read and written
  int next = -1;   // node; -1: the thread ends
  int run = -1;    // index of a run through this edge: its registers, if the thread ends here
  int access = 0;  // the how-many-th access of its thread
};

struct Node {
  std::vector<int> edges;  // indices into MachineProgram::edges
  std::vector<Op> code;    // Table 3; exactly one of kLoad … kRmwL2 is in it
  int location = -1;
  uint64_t later_loads = 0;  // locations that L1 may have to hold from here on, as bits
};

struct MachineThread {
  int first = -1;  // node; -1: an empty thread
  int group = 0;   // dense: 0 … groups-1
};

struct MachineProgram {
  std::vector<Node> nodes;
  std::vector<Edge> edges;  // an edge that writes names the value in caches
  std::vector<MachineThread> threads;
  int groups = 0;
  Runs runs;
};

// FailedPrecondition, with the reason, if the test uses what Table 3 does not compile: more than
// one device, local memory, fences, barriers, seq_cst.
StatusOr<MachineProgram> CompileForMachine(const Test& test, Scheme scheme, int unroll);

// "LD x", "FLU_L1 DV".
std::string OpText(const Test& test, Op op, int location);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_MACHINE_PROGRAM_H_
