// The operational GPU of paper 002, Sect. 5: states (Fig. 3), instructions (Table 1), environment
// transitions (Table 2), with the auxiliary state of Sect. 6.2 that records rf and mo.
//
// One device, since Table 3 compiles for one. By default the L2 is taken for global memory, as the
// paper does in Fig. 4 and 5, and transitions are left out that add no behaviour (see Successors).
#ifndef LOCKSTEP_RUNTIME_LITMUS_MACHINE_H_
#define LOCKSTEP_RUNTIME_LITMUS_MACHINE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/litmus/machine_program.h"

namespace lockstep::litmus {

// The write that a cached value comes from: an edge of the program, or -1 - location for the
// initial value.
using WriteId = int16_t;
inline constexpr WriteId kNoSource = -32768;  // in MachineThreadState::sources: a store

struct CacheEntry {
  bool present = false;
  bool dirty = false;
  bool valid = false;
  WriteId write = 0;
  std::vector<WriteId> pending;  // "pmo": writes to this entry since it was last flushed
};

struct Cache {
  std::vector<CacheEntry> entries;  // by location
  std::vector<int8_t> fifo;         // head first; location, or -1 - thread for a flush marker
};

struct MachineThreadState {
  int16_t node = -1;             // -1: ended
  int8_t step = 0;               // into Node::code
  int16_t last_edge = -1;        // the latest outcome; its run has the registers
  int16_t outcome = -1;          // chosen edge of the current node, once the access is done
  std::vector<WriteId> sources;  // rf: per access the write read, or kNoSource
};

struct MachineState {
  std::vector<MachineThreadState> threads;
  std::vector<Cache> l1;         // by group
  std::vector<int8_t> rmw_lock;  // by group; thread or -1
  std::vector<int8_t> l2_lock;   // by location; thread or -1
  Cache l2;
  std::vector<std::vector<WriteId>> global;  // by location: all writes so far; the last counts

  std::string Key() const;  // equal iff the states are
};

struct Action {
  enum Kind : uint8_t {
    kInstruction,
    kFetchL1,
    kFlushL1,
    kEvictL1,
    kDequeueLocation,
    kDequeueMarker,
    kFetchL2,
    kFlushL2,
    kEvictL2,
    kDequeueL2
  } kind = kInstruction;
  int8_t who = 0;       // thread of an instruction, else group
  int8_t location = 0;  // or thread of a marker
  Op op = Op::kLoad;
  int16_t edge = -1;  // outcome of an access
};

struct Successor {
  Action action;
  std::vector<Action> then;  // dequeues that followed at once
  MachineState state;
};

class Machine {
 public:
  // `full`: L2 apart from global memory, evictions, dequeues as transitions of their own.
  Machine(const Test& test, const MachineProgram& program, bool full)
      : test_(test), program_(program), full_(full) {}

  MachineState Initial() const;

  // All transitions. Left out unless `full`, because each run with them has one without that
  // makes the same accesses:
  // - dequeues happen at once: they enable and never disable, and the owner of a marker may wait;
  // - an entry that is clean and invalid is as good as absent; a clean valid one is never evicted
  //   but fetched anew: FETCH asks only that it is not dirty;
  // - fetches that change nothing, or of locations no thread of the group will load.
  std::vector<Successor> Successors(const MachineState& state) const;

  // True if all threads have ended and all caches are flushed.
  bool Terminal(const MachineState& state) const;

  // The witness in the form of WitnessKey, of a terminal state.
  std::string Witness(const MachineState& state) const;
  // Values of Test::observed in a terminal state.
  std::vector<int64_t> Observed(const MachineState& state) const;

  std::string ActionText(const Action& action) const;
  std::string CacheText(const Cache& cache) const;
  std::string L2Text(const MachineState& state) const;

  int64_t ValueOf(WriteId write) const;

 private:
  void Instruction(const MachineState& state, int thread, std::vector<Successor>& out) const;
  void Environment(const MachineState& state, std::vector<Successor>& out) const;
  void Normalise(Successor& successor) const;
  bool Ready(int8_t lock, int group) const;  // free, or held by a thread of the group
  void FlushL1(MachineState& state, int group, int location) const;
  void StoreL2(MachineState& state, int location, WriteId write,
               const std::vector<WriteId>& pending) const;
  bool L2Valid(const MachineState& state, int location, WriteId& write) const;

  const Test& test_;
  const MachineProgram& program_;
  const bool full_;
};

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_MACHINE_H_
