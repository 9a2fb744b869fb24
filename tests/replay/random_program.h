// Small random programs with atomics, fences and barriers, run once on a sequentially consistent
// machine: what the axiomatic model judges (an execution), and what a device would log of it.
#ifndef LOCKSTEP_TESTS_REPLAY_RANDOM_PROGRAM_H_
#define LOCKSTEP_TESTS_REPLAY_RANDOM_PROGRAM_H_

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "device-lib/shared/event.h"
#include "runtime/litmus/model.h"
#include "runtime/replay/replay.h"

namespace lockstep {

enum class OpKind {
  kRead,
  kWrite,
  kLoad,
  kStore,
  kFetchAdd,
  kExchange,
  kCompareExchange,
  kFence,
  kBarrier,
  kPartBarrier
};  // the last: sub_group_barrier

struct Op {
  OpKind kind = OpKind::kRead;
  int location = 0;
  litmus::Order order = litmus::Order::kRelaxed;
  litmus::Order failure = litmus::Order::kRelaxed;
  litmus::Scope scope = litmus::Scope::kDevice;
  bool remote = false;
  unsigned flags = 0;  // litmus regions
  bool guarded = false;  // only if what the thread read last, plainly or not, is not 0
  int64_t value = 0;   // written, or expected by a compare-exchange (which writes value + 1)
};

struct Program {
  std::vector<int> group_of;            // by thread, ascending
  std::vector<std::vector<Op>> threads;
  std::vector<int> home;                // by location: the group whose local memory it is in; -1: global
  uint64_t group_size = 1;
  uint64_t sub_group_items = 0;
  bool has_remote = false;
};

// `split`: nothing but barriers can order one region's memory, global or local, or nearly nothing.
// `parts`: sub-groups have barriers of their own.
Program RandomProgram(std::mt19937& random, bool split = false, bool parts = false);
// Makes all atomics relaxed and as wide as the device and leaves of its fences, and some more, those that only release,
// or those that only acquire (instrument/ir/idle_fences.h), but for `kept`: then one of the other side stays.
void LeaveOneSideOfFences(std::mt19937& random, bool kept, Program* program);
// The sub-group of a thread, counted over all groups.
int SubGroupOf(const Program& program, int thread);
std::string ProgramText(const Program& program);

// One run. Event i of the execution has site i in the log.
struct Trace {
  litmus::Test test;
  litmus::Execution execution;
  std::vector<ls_event> log;
};
Trace RunOnce(const Program& program, std::mt19937& random);

// As bits of an event's `what` (device-lib/shared/event.h).
uint32_t OrderBits(litmus::Order order);
uint32_t ScopeBits(litmus::Scope scope);
uint32_t FlagBits(unsigned flags);

ReplayOptions OptionsFor(const Program& program, bool strict, bool remote, bool every_pair);

}  // namespace lockstep

#endif  // LOCKSTEP_TESTS_REPLAY_RANDOM_PROGRAM_H_
