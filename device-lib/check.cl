// The device library: what the inserted calls do. Interface: docs/abi.md, section 4.
// LOCKSTEP_SERIAL_GROUPS=1: the device runs the work-items of one group one after the other
// (PoCL on a CPU), so that local cells need no locked operations. 0: they run at the same time,
// perhaps in SIMD lock step, so that local cells are locked like global ones.
// LS_MAY_PART=1: for kernels whose work-items may part at barriers, which is followed (shared/parted.h). Elsewhere
// nothing is left of that: drivers compile all of this anew for every twin.
#ifndef LS_MAY_PART
#define LS_MAY_PART LOCKSTEP_SERIAL_GROUPS
#endif
// LS_CALLED=1: checks stay functions. Elsewhere drivers have all of this at each access, and take long for each branch.
#ifndef LS_CALLED
#define LS_CALLED 0
#endif
#define LS_FIXED_PARTS (LS_MAY_PART && !LOCKSTEP_SERIAL_GROUPS)
#include "device-lib/finding.h"
#include "device-lib/geometry.h"
#include "device-lib/same_instruction.h"
#include "device-lib/shared/cell.h"
#include "device-lib/shared/cell_head.h"
#include "device-lib/shared/image.h"
#include "device-lib/shared/raced.h"
#include "device-lib/shared/sync_cell.h"
#include "device-lib/shared/texel.h"
#include "device-lib/sized.h"

#include "device-lib/events.h"

// Parameters of checks that stand for up to four accesses (joined.inc).
#define LS_SITES_OF(x) uint x##0, uint x##1, uint x##2, uint x##3
#define LS_SITES(x) x##0, x##1, x##2, x##3
#define LS_FOUR_VALUES ulong v0, ulong v1, ulong v2, ulong v3

#define LS_API __attribute__((always_inline))
#define LS_API_SLOW __attribute__((noinline))
// What hardly ever happens. Where work-items advance in lock step, inlining is left to the driver.
#if LOCKSTEP_SERIAL_GROUPS
#define LS_RARE __attribute__((noinline))
#else
#define LS_RARE
#endif

#include "device-lib/hot.h"

// ls_cell_step on a live cell. Out of line where functions stay functions: it is rare, and needs so many registers that
// the common transitions beside it would have none. One for all regions: drivers compile it anew for every twin, and it
// is the larger half of what they compile of this library.
// It has no name of the interface: the pass cleanup takes the first pointer of such a function for the control block,
// and what it leads to for constant.
static LS_RARE void ls_step(ls_cell *cell, const ls_access *access, ls_outcome *outcome) {
  *outcome = ls_cell_step(cell, access);
}

// All hidden arguments of a kernel that synchronises with atomics or fences.
#define LS_SYNC_H                                                                         \
  __global const ls_control *ctl, __global ulong *heads, __global uchar *values,          \
      __global ulong *more_plane, __global ls_log *log, __local ulong *lshadow,           \
      __global ls_event_log *elog
#define LS_SYNC_PASS ctl, heads, values, more_plane, log, lshadow, elog

// --- Global memory ---
#define LS_NAME(x) __lockstep_global_##x
#define LS_OWN(x) ls_global_##x
#define LS_UNKNOWN(x) __lockstep_unknown_##x
#define LS_SPACE __global
#define LS_H                                                                              \
  __global const ls_control *ctl, __global ulong *heads, __global uchar *values,          \
      __global ulong *more_plane, __global ls_log *log
#define LS_PASS ctl, heads, values, more_plane, log
#define LS_HEADS heads
#define LS_VALUES values
#define LS_MORE_AT more_plane
#if LOCKSTEP_SERIAL_GROUPS
#define LS_MORE_STEP 1u
#define LS_MORE_OF(index) (more_plane + (index) * LS_MORE_RECORDS)
#else
#define LS_MORE_STEP LS_MORE_ROW
#define LS_MORE_OF(index) (more_plane + ls_more_at(index))
#endif
#define LS_LOAD(p) __lockstep_load64(p)
#define LS_CAS(p, expected, desired) __lockstep_cas64(p, expected, desired)
#define LS_STORE_RELEASE(p, v) __lockstep_store64_release(p, v)
#define LS_XCHG(p, v) __lockstep_xchg64(p, v)
#define LS_XCHG_RELEASE(p, v) __lockstep_xchg64_release(p, v)
#define LS_PLANES ls_planes_at(heads, values, more_plane, 0, 0)
// LS_WHO: what else checks are told where they are functions: the work-item's record without segment, site and class; its
// number in its group; of local memory the first cell and byte of the group's records. Elsewhere nothing.
#define LS_WHO , ulong own, uint item
#define LS_WHO_PASS , own, item
#define LS_KEY_FLAG 0u
#define LS_LOCKED 1
#include "device-lib/region.inc"
#define LS_IMAGE_MARK LS_WAITS_IMAGE
#include "device-lib/image.inc"
#define LS_SYNC(x) __lockstep_sync_global_##x
#define LS_REGION LS_REGION_GLOBAL
#include "device-lib/sync.inc"
#undef LS_SYNC
#undef LS_REGION
#undef LS_NAME
#undef LS_OWN
#undef LS_UNKNOWN
#undef LS_SPACE
#undef LS_H
#undef LS_PASS
#undef LS_HEADS
#undef LS_VALUES
#undef LS_MORE_AT
#undef LS_MORE_OF
#undef LS_LOAD
#undef LS_CAS
#undef LS_STORE_RELEASE
#undef LS_XCHG
#undef LS_XCHG_RELEASE
#undef LS_PLANES
#undef LS_WHO
#undef LS_WHO_PASS
#undef LS_KEY_FLAG
#undef LS_LOCKED

// --- Local memory ---
#define LS_NAME(x) __lockstep_local_##x
#define LS_OWN(x) ls_local_##x
#define LS_UNKNOWN(x) __lockstep_unknown_local_##x
#define LS_KEY_FLAG LS_KEY_LOCAL
#if LOCKSTEP_SERIAL_GROUPS
#define LS_SPACE __local
#define LS_H __global const ls_control *ctl, __global ls_log *log, __local ulong *lshadow
#define LS_PASS ctl, log, lshadow
#define LS_LOCAL_PASS ctl, log, lshadow  // where LS_PASS is another region's
#define LS_HEADS (lshadow + LS_LOCAL_SYNC_WORDS)
#define LS_VALUES ((__local uchar *)(lshadow + ctl->local_values_at))
#define LS_MORE_AT (lshadow + ctl->local_more_at)
#define LS_MORE_OF(index) (LS_MORE_AT + (index) * LS_MORE_RECORDS)
#define LS_LOAD(p) (*(p))
#define LS_LOCKED 0
#else
#include "device-lib/slab.h"
#define LS_SPACE __global
#define LS_H                                                                              \
  __global const ls_control *ctl, __global ulong *heads, __global uchar *values,          \
      __global ulong *more_plane, __global ls_log *log, __local ulong *lshadow
#define LS_PASS ctl, heads, values, more_plane, log, lshadow
#define LS_LOCAL_PASS ctl, heads, values, more_plane, log, lshadow
#define LS_LOCAL_CELL (ctl->local_first_cell + ls_slab(ctl, lshadow) * ctl->local_cells)
#define LS_HEADS (heads + LS_LOCAL_CELL)
#define LS_VALUES (values + ctl->local_first_value + ls_slab(ctl, lshadow) * ctl->local_values)
#define LS_MORE_AT (more_plane + LS_LOCAL_CELL * LS_MORE_RECORDS)
#define LS_MORE_OF(index) (more_plane + ls_more_at(LS_LOCAL_CELL + (index)))
#define LS_LOAD(p) __lockstep_load64(p)
#define LS_CAS(p, expected, desired) __lockstep_cas64(p, expected, desired)
#define LS_STORE_RELEASE(p, v) __lockstep_store64_release(p, v)
#define LS_XCHG(p, v) __lockstep_xchg64(p, v)
#define LS_XCHG_RELEASE(p, v) __lockstep_xchg64_release(p, v)
#define LS_PLANES ls_planes_at(heads, values, more_plane, own_cell, own_value)
#define LS_WHO , ulong own, uint item, ulong own_cell, ulong own_value
#define LS_WHO_PASS , own, item, own_cell, own_value
#define LS_LOCKED 1
#endif
#include "device-lib/region.inc"
#define LS_SYNC(x) __lockstep_sync_local_##x
#define LS_REGION LS_REGION_LOCAL
#include "device-lib/sync.inc"
#undef LS_H
#undef LS_PASS

// --- Generic pointers: the object that holds the address says which region it is. ---
#define LS_H                                                                              \
  __global const ls_control *ctl, __global ulong *heads, __global uchar *values,          \
      __global ulong *more_plane, __global ls_log *log, __local ulong *lshadow,           \
      const ulong *bases, ulong address
#define LS_PASS ctl, heads, values, more_plane, log, lshadow, bases, address
#include "device-lib/generic.inc"
#undef LS_H
#undef LS_PASS

// --- Kernels that synchronise ---
#include "device-lib/sync_api.inc"
#include "device-lib/sync_image.inc"

#if LOCKSTEP_SERIAL_GROUPS
#include "device-lib/room.h"

// Empties the group's local cells. Every work-item calls it; a barrier must follow.
LS_API void __lockstep_enter(__global const ls_control *ctl, __local ulong *lshadow) {
  __local ulong *heads = lshadow + LS_LOCAL_SYNC_WORDS;
  for (uint i = ls_dense_item(); i < ctl->local_cells; i += ls_items_of_group()) heads[i] = 0;
}
#endif

// See __lockstep_diverged; `actor_*` are actor numbers.
LS_API_SLOW void __lockstep_diverged_slow(__global const ls_control *ctl, __global ls_log *log,
                                          uint site_a, uint site_b, ulong actor_a, ulong actor_b,
                                          ulong extra0, ulong extra1, ulong extra2, ulong extra3) {
  uint fresh;
  __global ls_slot *slot = ls_find_slot(
      ctl, log, ls_finding_key(LS_FINDING_DIVERGENCE, 0, site_a, site_b), &fresh);
  if (!slot) return;
  __lockstep_add32(&slot->count, 1);
  // The lowest group's divergence is the example; ends as ls_show does.
  for (uint done = 0; !done;) {
    const uint lanes = ls_slot_lanes();
    if (!ls_slot_taken(slot, fresh, lanes)) continue;
    if (fresh || actor_a < slot->record_a) {
      slot->record_a = actor_a;  // actor numbers, not shifted: there is no site or segment in them
      slot->record_b = actor_b;
      slot->extra[0] = extra0;
      slot->extra[1] = extra1;
      slot->extra[2] = extra2;
      slot->extra[3] = extra3;
    }
    done = ls_slot_given(slot, fresh, lanes);
  }
}

// Logs that two work-items of the group, `who_a` and `who_b` (local linear ids), wait at different
// barriers, or at one barrier in different iterations, or that one has left the kernel.
// Called by one work-item of the group. `extra`: see docs/barriers.md.
LS_API void __lockstep_diverged(__global const ls_control *ctl, __global ls_log *log, uint site_a,
                                uint site_b, ulong who_a, ulong who_b, ulong extra0, ulong extra1,
                                ulong extra2, ulong extra3) {
  __lockstep_diverged_slow(ctl, log, site_a, site_b, ls_group_first_work_item(ctl) + who_a,
                           ls_group_first_work_item(ctl) + who_b, extra0, extra1, extra2, extra3);
}

// Whether the host wants the launch to end (--launch-timeout). It may have been compiled until now: that is no part of
// the time it has.
LS_API uint __lockstep_stop_asked(__global ls_log *log) {
  volatile __global uint *begun = &log->begun;
  if (!*begun) *begun = 1u;
  return *(volatile __global const uint *)&log->stop;
}

// See __lockstep_stopped. One slot for each group and site, which has a count only.
LS_API_SLOW void __lockstep_stopped_slow(__global const ls_control *ctl, __global ls_log *log,
                                         uint site, uint group) {
  uint fresh;
  __global ls_slot *slot =
      ls_find_slot(ctl, log, ls_finding_key(LS_FINDING_STOPPED, 0, site, group), &fresh);
  if (!slot) return;
  __lockstep_add32(&slot->count, 1);
  if (fresh) __lockstep_cas32(&slot->ready, 0u, LS_SLOT_COMPLETE);
}

// Logs that this work-item leaves the kernel because the host wants it, from the place `site`. `begun`:
// 0 if it has done nothing yet.
LS_API void __lockstep_stopped(__global const ls_control *ctl, __global ls_log *log, uint site,
                               uint begun) {
  const ulong group = ls_group();
  const uint told = begun && group < LS_STOPPED_NO_GROUP ? (uint)group : LS_STOPPED_NO_GROUP;
  __lockstep_stopped_slow(ctl, log, site, told);
}

#if LOCKSTEP_LOOPS_END
// At the end of a kernel. llvmpipe (Mesa 22.3) gives the loops of a work-item 65,535 iterations in all; from then on
// each loop ends with its first. So a loop that must go round more often tells whether that has come.
LS_API_SLOW void ls_loops_ended_slow(__global const ls_control *ctl, __global ls_log *log) {
  const uint step = ctl->group_size | 1u;
  const uint turns = ctl->actor_shift / 8u;  // a few, and no compiler knows how many
  uint sum = 0, turn = 0;
  do {
    sum += step;
  } while (++turn < turns);
  if (sum != turns * step) __lockstep_add32(&log->loops_ended, 1);
}

LS_API void __lockstep_loops_ended(__global const ls_control *ctl, __global ls_log *log) {
  ls_loops_ended_slow(ctl, log);
}
#endif

#include "device-lib/copies.h"
#include "device-lib/sync_copies.h"
#if LOCKSTEP_SERIAL_GROUPS
#include "device-lib/meeting.h"
#include "device-lib/collectives.h"
#elif LS_MAY_PART
#include "device-lib/parting.h"
#endif
