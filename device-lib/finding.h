// Entering a finding into the log: open addressing by key, one slot per pair of sites, kind and object.
#ifndef LOCKSTEP_DEVICE_LIB_FINDING_H_
#define LOCKSTEP_DEVICE_LIB_FINDING_H_

#include "device-lib/atomics.h"
#include "device-lib/geometry.h"
#include "device-lib/shared/cell.h"
#include "device-lib/shared/control.h"

// States of ls_slot.ready: 0 while the winner of the key fills it in, 1 complete, 2 being improved.
#define LS_SLOT_COMPLETE 1u
#define LS_SLOT_IMPROVING 2u

LS_INLINE ulong ls_finding_key(uint finding, uint flags, uint site_a, uint site_b) {
  return (ulong)(finding | flags) | (ulong)site_b << LS_KEY_SITE_B_SHIFT |
         (ulong)site_a << LS_KEY_SITE_A_SHIFT;
}

// LS_KEY_OBJECT of the object that root `root` leads to.
LS_INLINE uint ls_key_object(__global const ls_control* ctl, uint root) {
  return (ls_roots(ctl)[root].flags >> LS_ROOT_OBJECT_SHIFT & (LS_ROOT_OBJECTS - 1u)) << LS_KEY_OBJECT_SHIFT;
}

// Where the search for a key begins, of `mask` + 1 slots.
LS_INLINE uint ls_first_slot(ulong key, uint mask) { return (uint)((key * 0x9E3779B97F4A7C15ul) >> 40) & mask; }

// Returns the slot of `key`, taking a free one if there is none yet (*fresh = 1), or null if the
// table is full: counted in log->dropped. Ends after log_slots probes at most.
static __global ls_slot *ls_find_slot(__global const ls_control *ctl, __global ls_log *log,
                                      ulong key, uint *fresh) {
  __global ls_slot *slots = (__global ls_slot *)(log + 1);
  const uint mask = ctl->log_slots - 1u;
  uint at = ls_first_slot(key, mask);
  *fresh = 0;
  for (uint probe = 0; probe <= mask; ++probe) {
    __global ls_slot *slot = slots + at;
    ulong found = __lockstep_load64((__global const ulong *)&slot->key);
    if (found == 0) {
      found = __lockstep_cas64((__global ulong *)&slot->key, 0, key);
      if (found == 0) {
        __lockstep_add32(&log->used, 1);
        *fresh = 1;
        return slot;
      }
    }
    if (found == key) return slot;
    at = (at + 1u) & mask;
  }
  __lockstep_add32(&log->dropped, 1);
  return 0;
}

// Whether the slot's example can be read. Who is told a moment too late that it can takes the slot, to see.
LS_INLINE uint ls_slot_complete(__global const ls_slot* slot) {
  return *(volatile __global const uint*)&slot->ready == LS_SLOT_COMPLETE;
}

// Counts one more occurrence, up to LS_COUNT_LIMIT: all work-items come by here where all of them race.
LS_INLINE void ls_count(__global ls_slot* slot) {
  if (*(volatile __global const uint*)&slot->count < LS_COUNT_LIMIT) __lockstep_add32(&slot->count, 1);
}

// The block of `simd_width` work-items of its group in which a record's work-item is. (That of a
// copy means nothing: whoever meets one is in no lock step with it.)
LS_INLINE ulong ls_block(__global const ls_control *ctl, ulong record) {
  return (ls_actor(record, ctl->actor_shift) - ctl->first_actor) % ctl->group_size /
         ctl->simd_width;
}

// A race as the log has it. Between groups neither came first in any order that counts, so the pair is put in site
// order.
typedef struct {
  ulong key, record_a, record_b;
} ls_pair;

LS_INLINE ls_pair ls_pair_of(__global const ls_control* ctl, uint finding, uint inter_group, ulong met, ulong record,
                             uint region_flag, uint root) {
  const uint site_bits = ctl->segment_shift - LS_SITE_SHIFT;
  uint site_a = (uint)(met >> LS_SITE_SHIFT) & ((1u << site_bits) - 1u);
  uint site_b = (uint)(record >> LS_SITE_SHIFT) & ((1u << site_bits) - 1u);
  ls_pair pair = {0, met, record};
  if (inter_group && (site_a > site_b || (site_a == site_b && met > record))) {
    const uint site = site_a;
    site_a = site_b;
    site_b = site;
    pair.record_a = record;
    pair.record_b = met;
  }
  const uint flags = region_flag | (inter_group ? LS_KEY_INTER_GROUP : 0u) | ls_key_object(ctl, root);
  pair.key = ls_finding_key(finding, flags, site_a, site_b);
  return pair;
}

// Whether the slot has yet to learn that lock step would not order all of its pairs, which this one shows.
LS_INLINE uint ls_tells_of_blocks(__global const ls_control* ctl, __global const ls_slot* slot, uint inter_group,
                                  ulong met, ulong record) {
  return !ls_in_blocks(ctl) && ctl->simd_width != 0 && !inter_group && slot->extra[0] == 0 &&
         ls_block(ctl, met) != ls_block(ctl, record);
}

#if LOCKSTEP_SERIAL_GROUPS || LS_CALLED
// The slot of a pair that was met LS_SHOWN times and whose example is a lower one, so that ls_log_race of the same
// would do no more than count; else null.
LS_INLINE __global ls_slot* ls_shown(__global const ls_control* ctl, __global ls_log* log, uint finding,
                                     uint inter_group, ulong met, ulong record, uint region_flag, uint root) {
  const ls_pair pair = ls_pair_of(ctl, finding, inter_group, met, record, region_flag, root);
  __global ls_slot* slots = (__global ls_slot*)(log + 1);
  const uint mask = ctl->log_slots - 1u;
  for (uint at = ls_first_slot(pair.key, mask);; at = (at + 1u) & mask) {
    __global ls_slot* slot = slots + at;
    const ulong found = __lockstep_load64((__global const ulong*)&slot->key);
    if (found != pair.key) {
      if (found == 0 || at == ((ls_first_slot(pair.key, mask) - 1u) & mask)) return 0;
      continue;
    }
    const uint shown = *(volatile __global const uint*)&slot->count >= LS_SHOWN && ls_slot_complete(slot) &&
                       slot->record_b < pair.record_b && !ls_tells_of_blocks(ctl, slot, inter_group, met, record);
    return shown ? slot : 0;
  }
}
#endif

#if LOCKSTEP_SERIAL_GROUPS
// Whether no further sighting of a shown pair in local memory would change its slot.
LS_INLINE uint ls_told(__global const ls_control* ctl, __global const ls_slot* slot) {
  return slot->count >= LS_COUNT_LIMIT && (slot->extra[0] != 0 || ctl->simd_width == 0 || ls_in_blocks(ctl));
}
#endif

// An occurrence of what a slot holds, as its fields have it.
typedef struct {
  ulong record_a, record_b, position;
  uint root, bytes;
} ls_example;

// Whether the example comes before the slot's own, which only sinks: what is no longer so never is again, even if it
// is read while another puts its own there. Without branches, here and below: drivers that inline everything have this
// at each access.
LS_INLINE uint ls_sinks(const volatile __global ls_slot* slot, const ls_example* example) {
  const ulong record_b = slot->record_b;
  return (example->record_b < record_b) | ((example->record_b == record_b) & (example->record_a < slot->record_a));
}

// Those who ask for a slot together: lanes of a sub-group, where the library has such.
LS_INLINE uint ls_slot_lanes(void) {
#if LS_CALLED
  return __lockstep_lanes_here();
#else
  return 0;
#endif
}

// Whether the caller has the slot now, to put its example there; else it asks again. Who made the slot (`fresh`) has
// it: it fills it in before anybody waits for it. Who has it gives it back within the iteration of the loop in which it
// asks, so this ends under lock-step execution too.
LS_INLINE uint ls_slot_taken(__global ls_slot* slot, uint fresh, uint lanes) {
#if LS_CALLED
  // Of the lanes of a sub-group one at a time; behind it the others mostly have nothing to say.
  const uint first = __lockstep_is_first(__lockstep_lanes_alike(lanes, (ulong)slot));
#else
  const uint first = 1;
#endif
  if (fresh) return 1;
  if (first && __lockstep_cas32(&slot->ready, LS_SLOT_COMPLETE, LS_SLOT_IMPROVING) == LS_SLOT_COMPLETE) return 1;
#if LS_CALLED
  if (first) LS_YIELD(0);
  __lockstep_lanes_meet(lanes);
#endif
  return 0;
}

// Gives it back, complete. Always 1, but no compiler can know: region.inc says why that matters.
LS_INLINE uint ls_slot_given(__global ls_slot* slot, uint fresh, uint lanes) {
  const uint was = __lockstep_cas32(&slot->ready, fresh ? 0u : LS_SLOT_IMPROVING, LS_SLOT_COMPLETE);
#if LS_CALLED
  __lockstep_lanes_meet(lanes);
#endif
  return was != LS_SLOT_COMPLETE;
}

// Makes the example the slot's, unless that has a lower one: the same launch then tends to the same report whatever
// its schedule, and whatever order the examples come in.
static void ls_show(__global ls_slot* slot, uint fresh, const ls_example* example) {
  for (uint done = 0; !done;) {
    // All work-items come by here where all of them race, or leave an object: who has nothing to say does not wait.
    if ((fresh == 0) & ls_slot_complete(slot) & (ls_sinks(slot, example) == 0)) {
      done = 1;
      continue;
    }
    const uint lanes = ls_slot_lanes();
    if (!ls_slot_taken(slot, fresh, lanes)) continue;
    if (fresh | ls_sinks(slot, example)) {
      slot->record_a = example->record_a;
      slot->record_b = example->record_b;
      slot->position = example->position;
      slot->root = example->root;
      slot->bytes = example->bytes;
    }
    done = ls_slot_given(slot, fresh, lanes);
  }
}

// Logs that `record` met `met`. The smallest pair of records stands as the example.
static void ls_log_race(__global const ls_control* ctl, __global ls_log* log, ls_u32 finding, ls_u32 inter_group,
                        ulong met, ulong record, uint region_flag, uint root, ulong position, uint bytes) {
  const ls_pair pair = ls_pair_of(ctl, finding, inter_group, met, record, region_flag, root);
  uint fresh;
  __global ls_slot* slot = ls_find_slot(ctl, log, pair.key, &fresh);
  if (!slot) return;
  ls_count(slot);
  // Once is enough.
  if (ls_tells_of_blocks(ctl, slot, inter_group, met, record)) slot->extra[0] = 1;
  const ls_example example = {pair.record_a, pair.record_b, position, root, bytes};
  ls_show(slot, fresh, &example);
}

// Logs that the access `record` of `bytes` bytes at `position`, a signed number, lies outside the object of `root`,
// or not all of it within. One slot for each site and root; the lowest record is the example.
static void ls_log_outside(__global const ls_control *ctl, __global ls_log *log, ulong record, uint region_flag,
                           uint root, ulong position, ulong bytes) {
  const uint site_bits = ctl->segment_shift - LS_SITE_SHIFT;
  const uint site = (uint)(record >> LS_SITE_SHIFT) & ((1u << site_bits) - 1u);
  uint fresh;
  __global ls_slot *slot =
      ls_find_slot(ctl, log, ls_finding_key(LS_FINDING_OUTSIDE, region_flag, site, root & 0xffffu), &fresh);
  if (!slot) return;
  // Each of them, since all counts together are to be those of `unattributed`.
  __lockstep_add32(&slot->count, 1);
  const ls_example example = {0, record, position, root, bytes > 0xffffffffu ? 0xffffffffu : (uint)bytes};
  ls_show(slot, fresh, &example);
}

#endif  // LOCKSTEP_DEVICE_LIB_FINDING_H_
