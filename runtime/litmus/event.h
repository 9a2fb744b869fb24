// Memory events of a litmus execution: the alphabet of paper 002, Fig. 2, with fences and barriers.
#ifndef LOCKSTEP_RUNTIME_LITMUS_EVENT_H_
#define LOCKSTEP_RUNTIME_LITMUS_EVENT_H_

#include <cstdint>
#include <string>

#include "runtime/litmus/ast.h"

namespace lockstep::litmus {

// A barrier is two events, as in the OpenCL specification: a release fence on entry and an
// acquire fence on exit, with the barrier's flags and scope.
enum class EventKind : uint8_t { kRead, kWrite, kRmw, kFence, kBarrierEntry, kBarrierExit };

struct Event {
  EventKind kind = EventKind::kRead;
  Order order = Order::kPlain;
  Scope scope = Scope::kNone;
  bool remote = false;
  bool failed_exchange = false;  // the read of a compare-exchange that failed
  int thread = -1;               // index into Test::threads; -1: initial write
  int location = -1;             // -1: fence or barrier
  unsigned regions = 0;          // of the location; of a fence its flags
  int barrier = -1;              // which dynamic barrier, equal for those that meet
  bool of_sub_group = false;     // a barrier of the sub-group (litmus tests have none)
  int64_t read_value = 0;
  int64_t write_value = 0;
  Spot at;

  bool Reads() const { return kind == EventKind::kRead || kind == EventKind::kRmw; }
  bool Writes() const { return kind == EventKind::kWrite || kind == EventKind::kRmw; }
  bool IsFence() const { return location < 0; }
  bool IsAtomic() const { return location >= 0 && order != Order::kPlain; }
  bool IsSeqCst() const { return order == Order::kSeqCst; }
  bool Releases() const {
    const bool ordered =
        order == Order::kRelease || order == Order::kAcqRel || order == Order::kSeqCst;
    return ordered && (Writes() || IsFence());
  }
  bool Acquires() const {
    const bool ordered =
        order == Order::kAcquire || order == Order::kAcqRel || order == Order::kSeqCst;
    return ordered && (Reads() || IsFence());
  }
};

const char* OrderText(Order order);  // "rlx", "acq", …; "na" for plain
const char* ScopeText(Scope scope);  // "wg", "dev", …; "" for none

// "W(rel,wg) x=1", "RMW(acq,dev,remote) x=0>1", "F(GL,sc,dev)".
std::string EventText(const Test& test, const Event& event);

}  // namespace lockstep::litmus

#endif  // LOCKSTEP_RUNTIME_LITMUS_EVENT_H_
