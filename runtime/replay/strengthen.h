// Operations as they would be with a stronger order, a wider scope or more flags.
#ifndef LOCKSTEP_RUNTIME_REPLAY_STRENGTHEN_H_
#define LOCKSTEP_RUNTIME_REPLAY_STRENGTHEN_H_

#include <cstdint>
#include <map>

#include "runtime/replay/event_fields.h"

namespace lockstep {

// What one site should be instead.
struct Wish {
  bool acquire = false;
  bool release = false;
  bool seq_cst = false;
  bool atomic = false;  // a plain access becomes a relaxed atomic one
  uint32_t scope = 0;   // at least
  uint32_t flags = 0;   // of a fence: these, too

  bool Nothing() const {
    return !acquire && !release && !seq_cst && !atomic && scope == 0 && flags == 0;
  }
};
using Wishes = std::map<uint32_t, Wish>;  // by site

// An event's `what` as the wish has it.
inline uint32_t Strengthened(uint32_t what, const Wish& wish) {
  const auto ordered = [](uint32_t from, uint32_t order) {
    return (from & ~LS_EVENT_ORDER_MASK) | order << LS_EVENT_ORDER_SHIFT;
  };
  if (!IsFence(what) && !IsAtomic(what)) {
    if (!wish.atomic) return what;
    const bool write = ClassOf(what) == LS_CLASS_W;
    what &= ~(LS_EVENT_CLASS_MASK | LS_EVENT_ORDER_MASK | LS_EVENT_SCOPE_MASK);
    what |= write ? LS_CLASS_AW | LS_EVENT_WRITES : LS_CLASS_AR | LS_EVENT_READS;
  }
  const bool acquires = Acquires(what) || (wish.acquire && (IsFence(what) || Reads(what)));
  const bool releases = Releases(what) || (wish.release && (IsFence(what) || Writes(what)));
  if (wish.seq_cst) {
    what = ordered(what, LS_ORDER_SEQ_CST);
  } else if (acquires != Acquires(what) || releases != Releases(what)) {
    what = ordered(what, acquires && releases ? LS_ORDER_ACQ_REL
                         : acquires           ? LS_ORDER_ACQUIRE
                                              : LS_ORDER_RELEASE);
  }
  if (wish.scope > ScopeOf(what)) {
    what = (what & ~LS_EVENT_SCOPE_MASK) | wish.scope << LS_EVENT_SCOPE_SHIFT;
  }
  if (IsFence(what)) what |= wish.flags;
  return what;
}

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_STRENGTHEN_H_
