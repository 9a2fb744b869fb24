// The fields of an event's `what`, and when two operations' scopes include each other.
#ifndef LOCKSTEP_RUNTIME_REPLAY_EVENT_FIELDS_H_
#define LOCKSTEP_RUNTIME_REPLAY_EVENT_FIELDS_H_

#include <cstdint>

#include "device-lib/shared/event.h"
#include "device-lib/shared/record.h"
#include "runtime/order/view.h"
#include "runtime/replay/replay.h"

namespace lockstep {

enum ReplayRule : int {
#define RULE(name, id, text) name,
#include "runtime/replay/rules.def"
#undef RULE
  kReplayRuleCount
};

inline bool Has(const ReplayOptions& options, ReplayRule rule) {
  return (options.removed >> rule & 1) == 0;
}

inline uint32_t ClassOf(uint32_t what) { return what & LS_EVENT_CLASS_MASK; }
inline uint32_t OrderOf(uint32_t what) { return (what & LS_EVENT_ORDER_MASK) >> LS_EVENT_ORDER_SHIFT; }
inline uint32_t ScopeOf(uint32_t what) { return (what & LS_EVENT_SCOPE_MASK) >> LS_EVENT_SCOPE_SHIFT; }
inline uint32_t RegionOf(uint32_t what) {
  return (what & LS_EVENT_REGION_MASK) >> LS_EVENT_REGION_SHIFT;
}
// The begin of an asynchronous copy, or a work-item's wait for some.
inline bool IsCopyStep(uint32_t what) { return (what & (LS_EVENT_COPY | LS_EVENT_WAIT)) != 0; }
// A work-item comes to a barrier of its sub-group, or goes on from there.
inline bool IsPartStep(uint32_t what) { return (what & LS_EVENT_PART) != 0; }
inline bool IsFence(uint32_t what) { return ClassOf(what) == LS_CLASS_NONE && !IsCopyStep(what) && !IsPartStep(what); }
inline bool IsAtomic(uint32_t what) { return ClassOf(what) >= LS_CLASS_AR; }
inline bool IsWriteClass(uint32_t what) {
  return ClassOf(what) == LS_CLASS_W || ClassOf(what) == LS_CLASS_AW;
}
inline bool IsSeqCst(uint32_t what) { return OrderOf(what) == LS_ORDER_SEQ_CST; }
inline bool Reads(uint32_t what) { return (what & LS_EVENT_READS) != 0; }
inline bool Writes(uint32_t what) { return (what & LS_EVENT_WRITES) != 0; }
inline bool Releases(uint32_t what) {
  const uint32_t order = OrderOf(what);
  return order >= LS_ORDER_RELEASE && (IsFence(what) || Writes(what));
}
inline bool Acquires(uint32_t what) {
  const uint32_t order = OrderOf(what);
  return (order == LS_ORDER_ACQUIRE || order >= LS_ORDER_ACQ_REL) && (IsFence(what) || Reads(what));
}

// The regions (bits of view.h) that a fence's flags name.
inline unsigned FlagsOf(uint32_t what, const ReplayOptions& options) {
  const uint32_t any = LS_EVENT_FENCE_GLOBAL | LS_EVENT_FENCE_LOCAL | LS_EVENT_FENCE_IMAGE;
  if (!Has(options, kRegionSplit)) return what & any ? kAllRegions : 0;
  unsigned bits = 0;
  if (what & LS_EVENT_FENCE_GLOBAL) bits |= kGlobalBit | (Has(options, kImages) ? kImageBit : 0);
  if (what & LS_EVENT_FENCE_LOCAL) bits |= kLocalBit;
  if (what & LS_EVENT_FENCE_IMAGE) bits |= kImageBit;
  return bits;
}

// The regions that synchronisation through an atomic in this one can order.
inline unsigned OrderedThrough(uint32_t region, const ReplayOptions& options) {
  if (!Has(options, kRegionSplit)) return kAllRegions;
  if (region == LS_REGION_LOCAL) return kLocalBit;
  return Has(options, kImages) ? kGlobalBit | kImageBit : kGlobalBit;
}

inline ReplayAccess AccessOf(const ls_event& event) {
  return {event.actor, event.site, event.what, event.events, event.segment};
}

// One name for the same cell in all work-groups if it is global or of an image, one for each group if
// it is local. `i`: which of the event's cells.
inline uint64_t CellKey(const ls_event& event, uint64_t i, uint64_t group) {
  const uint64_t cell = event.cell + i;
  if (RegionOf(event.what) != LS_REGION_LOCAL) return cell;
  return uint64_t{1} << 63 | group << 24 | cell;
}
inline constexpr uint64_t kMostLocalCells = uint64_t{1} << 24;

// How far two work-items of a launch are from each other.
enum class Distance { kSameItem, kSubGroup, kGroup, kDevice };

struct GroupGeometry {
  uint64_t group_size = 1;
  uint64_t sub_group_items = 0;
  uint64_t group_items = 0;  // of a group's actors the first so many are work-items, the others copies; 0: all

  bool IsCopy(uint64_t actor) const { return group_items != 0 && actor % group_size >= group_items; }
  uint64_t GroupOf(uint64_t actor) const {
    // As a shift where it is one: it is asked several times for each event.
    return (group_size & (group_size - 1)) == 0 ? actor >> __builtin_ctzll(group_size) : actor / group_size;
  }
  Distance Between(uint64_t a, uint64_t b) const {
    if (a == b) return Distance::kSameItem;
    if (GroupOf(a) != GroupOf(b)) return Distance::kDevice;
    const bool together = sub_group_items == 0 || (a % group_size) / sub_group_items ==
                                                      (b % group_size) / sub_group_items;
    return together ? Distance::kSubGroup : Distance::kGroup;
  }
};

// incl1 [paper 002, Sect. 2.3]: a scope is no narrower than the distance.
inline bool Reaches(uint32_t scope, Distance distance) {
  switch (distance) {
    case Distance::kSameItem:
      return true;
    case Distance::kSubGroup:
      return scope >= LS_EVENT_SCOPE_SUB_GROUP;
    case Distance::kGroup:
      return scope >= LS_EVENT_SCOPE_WORK_GROUP;
    case Distance::kDevice:
      return scope >= LS_EVENT_SCOPE_DEVICE;
  }
  return false;
}

// incl [paper 002, Sect. 3] between two atomics or fences of this distance; symmetric. What is
// inclusive at one distance is so at every shorter one.
inline bool Inclusive(uint32_t a, uint32_t b, Distance distance, const ReplayOptions& options) {
  if (!Has(options, kScopes)) return true;
  const bool there = Reaches(ScopeOf(a), distance), back = Reaches(ScopeOf(b), distance);
  if (options.inclusion == ScopeInclusion::kStrict) {
    return there && back && ScopeOf(a) == ScopeOf(b);
  }
  if (there && back) return true;
  if (!options.remote || !Has(options, kRemote)) return false;
  return ((a & LS_EVENT_REMOTE) && there) || ((b & LS_EVENT_REMOTE) && back);
}

}  // namespace lockstep

#endif  // LOCKSTEP_RUNTIME_REPLAY_EVENT_FIELDS_H_
