// Asynchronous copies (semantics.md, section 1): makes them, checks what they touch, and keeps the
// group's open ones. Device code only, included by check.cl.
//
// A copy is made at once, by work-item 0, which also does its checks: as accesses of the copy, an
// actor of its own, when it is called and anew after every wait that leaves it open. Barriers do
// not come into it: no barrier completes a copy (cell.h).
#ifndef LOCKSTEP_DEVICE_LIB_COPIES_H_
#define LOCKSTEP_DEVICE_LIB_COPIES_H_

#include "device-lib/geometry.h"
#include "device-lib/shared/control.h"
#include "device-lib/shared/divergence.h"
#include "device-lib/sized.h"

#define LS_COPY_H                                                                           \
  __global const ls_control *ctl, __global ulong *heads, __global uchar *values,            \
      __global ulong *more_plane, __global ls_log *log, __local ulong *lshadow
#define LS_COPY_PASS ctl, heads, values, more_plane, log, lshadow

// What a call of async_work_group_copy says; see __lockstep_copy.
#define LS_COPY_CALL                                                                        \
  uint to_global, uint event, ulong to, ulong to_offset, uint to_root, uint to_site,        \
      ulong from, ulong from_offset, uint from_root, uint from_site, ulong count,           \
      ulong to_stride, ulong from_stride, uint element
#define LS_COPY_CALL_PASS                                                                   \
  to_global, event, to, to_offset, to_root, to_site, from, from_offset, from_root,          \
      from_site, count, to_stride, from_stride, element

LS_INLINE __local ls_copy *ls_copies(__global const ls_control *ctl, __local ulong *lshadow) {
  return (__local ls_copy *)(lshadow + ctl->local_copies_at);
}

LS_INLINE uint ls_is_first(void) {
  return get_local_id(0) == 0 && get_local_id(1) == 0 && get_local_id(2) == 0;
}

LS_INLINE ulong ls_copy_record(__global const ls_control *ctl, ulong group_first, uint slot,
                               uint waits, uint site, uint cls) {
  return (group_first + ctl->group_items + slot) << ctl->actor_shift |
         (ulong)waits << ctl->segment_shift | (ulong)site << LS_SITE_SHIFT | cls;
}

// One side's access to `size` <= 8 bytes, `at` bytes from the side's first.
static void ls_copy_touch(LS_COPY_H, const ls_copy *copy, const ls_copy_side *side, uint is_global,
                          ulong at, uint size, ulong record, ulong value, ulong group_first,
                          uint waits) {
  if (side->root == LS_ROOT_UNKNOWN) return;
  const uint fits = waits < ctl->segment_limit;
  if (is_global) {
    __lockstep_global_slow(ctl, heads, values, more_plane, log, side->root, side->position + at,
                           size, record, value, group_first,
                           fits ? copy->global_from : LS_SEGMENT_OVERFLOW, waits, copy->segment);
  } else {
    __lockstep_local_slow(LS_LOCAL_PASS, side->root, side->position + at, size, record, value, group_first,
                          fits ? copy->local_from : LS_SEGMENT_OVERFLOW, waits, copy->segment);
  }
}

// The application's memory: 2^shift bytes.
LS_INLINE ulong ls_copy_load(ulong address, uint is_global, uint shift) {
  return is_global ? LS_LOAD_SIZED(__global, address, shift) : LS_LOAD_SIZED(__local, address, shift);
}

LS_INLINE void ls_copy_store(ulong address, uint is_global, uint shift, ulong value) {
  if (is_global)
    LS_STORE_SIZED(__global, address, shift, value);
  else
    LS_STORE_SIZED(__local, address, shift, value);
}

// Checks all that the copy in `slot` reads and writes. `check`: 0 if there is no slot for it.
// `move`: copies too. The values that it writes are the source's, each time: what stands at the
// destination may be another's by now.
static void ls_copy_run(LS_COPY_H, const ls_copy *copy, uint slot, ulong group_first, uint waits,
                        uint check, uint move) {
  const uint unit = copy->element < 8u ? copy->element : 8u;
  const uint shift = unit == 8u ? 3u : unit == 4u ? 2u : unit == 2u ? 1u : 0u;
  const uint to_global = copy->to_global;
  const ulong read = ls_copy_record(ctl, group_first, slot, waits, copy->from.site, LS_CLASS_R);
  const ulong write = ls_copy_record(ctl, group_first, slot, waits, copy->to.site, LS_CLASS_W);
  for (ulong i = 0; i < copy->count; ++i) {
    for (uint done = 0; done < copy->element; done += unit) {
      const ulong from = i * copy->from.step + done, to = i * copy->to.step + done;
      const ulong value = ls_copy_load(copy->from.address + from, !to_global, shift);
      if (check) {
        ls_copy_touch(LS_COPY_PASS, copy, &copy->from, !to_global, from, unit, read, 0,
                      group_first, waits);
        ls_copy_touch(LS_COPY_PASS, copy, &copy->to, to_global, to, unit, write, value,
                      group_first, waits);
      }
      if (move) ls_copy_store(copy->to.address + to, to_global, shift, value);
    }
  }
}

// Makes offset and root number of a side into a position in the object of a root.
static void ls_copy_place(__global const ls_control *ctl, __global ls_log *log, const ulong *bases,
                          uint is_global, ls_copy_side *side) {
  if (side->root == LS_ROOT_NONE) {
    side->root = LS_ROOT_UNKNOWN;
  } else if (side->root != LS_ROOT_UNKNOWN) {
    side->position += ls_roots(ctl)[side->root].delta;
  } else {
    side->root = is_global
                     ? __lockstep_global_lookup(ctl, bases, side->position, &side->position)
                     : __lockstep_local_lookup(ctl, bases, side->position, &side->position);
    if (side->root == LS_ROOT_UNKNOWN) __lockstep_add32(&log->unattributed, 1);
  }
}

// Makes `copy` of what was called, places its sides, and keeps it in a slot while it is open. Returns the slot;
// LS_COPY_SLOTS if none is free, which is counted.
static uint ls_copy_open(__global const ls_control *ctl, __global ls_log *log, __local ulong *lshadow,
                         const ulong *bases, LS_COPY_CALL, uint segment, uint global_from,
                         uint local_from, ls_copy *copy) {
  const ls_copy made = {count,
                        event,
                        element,
                        to_global,
                        segment,
                        global_from,
                        local_from,
                        {to, to_offset, to_stride * element, to_root, to_site},
                        {from, from_offset, from_stride * element, from_root, from_site}};
  *copy = made;
  ls_copy_place(ctl, log, bases, to_global, &copy->to);
  ls_copy_place(ctl, log, bases, !to_global, &copy->from);
  __local ls_copy *copies = ls_copies(ctl, lshadow);
  for (uint slot = 0; slot < LS_COPY_SLOTS; ++slot) {
    if (copies[slot].event != 0) continue;
    copies[slot] = *copy;
    return slot;
  }
  __lockstep_add32(&log->untracked_copies, 1);
  return LS_COPY_SLOTS;
}

// Copies of `event` are complete.
static void ls_copy_close(__global const ls_control *ctl, __local ulong *lshadow, uint event) {
  __local ls_copy *copies = ls_copies(ctl, lshadow);
  for (uint slot = 0; slot < LS_COPY_SLOTS; ++slot) {
    if (copies[slot].event == event) copies[slot].event = 0;
  }
}

LS_API_SLOW void __lockstep_copy_slow(LS_COPY_H, const ulong *bases, LS_COPY_CALL,
                                      ulong group_first, uint segment, uint global_from,
                                      uint local_from, uint waits) {
  ls_copy copy;
  const uint slot = ls_copy_open(ctl, log, lshadow, bases, LS_COPY_CALL_PASS, segment, global_from,
                                 local_from, &copy);
  ls_copy_run(LS_COPY_PASS, &copy, slot, group_first, waits, slot < LS_COPY_SLOTS, /*move=*/1);
}

// async_work_group_copy and async_work_group_strided_copy of `count` elements of `element` bytes
// from address `from` to address `to`, strides in elements, waited for by `event` (not 0).
// `*_root`: a root number, and `*_offset` from the root's pointer; or LS_ROOT_UNKNOWN, and `*_offset`
// the address to look up in `bases`; or LS_ROOT_NONE: not checked. Every work-item of the group calls it.
LS_API void __lockstep_copy(LS_COPY_H, const ulong *bases, LS_COPY_CALL, uint segment,
                            uint global_from, uint local_from, uint waits) {
  if (!ls_is_first()) return;
  // Nobody but the caller can have come before the call of a group of one, be it a work-item or a
  // block in lock step.
  const uint one = ls_items_of_group() <= (ls_in_blocks(ctl) ? ctl->simd_width : 1u);
  __lockstep_copy_slow(LS_COPY_PASS, bases, LS_COPY_CALL_PASS, ls_group_first(ctl), segment,
                       one ? segment + 1u : global_from, one ? segment + 1u : local_from, waits);
}

LS_API_SLOW void __lockstep_wait_slow(LS_COPY_H, uint count, const ulong *events, uint waits,
                                      ulong group_first) {
  __local ls_copy *copies = ls_copies(ctl, lshadow);
  for (uint i = 0; i < count; ++i) ls_copy_close(ctl, lshadow, (uint)events[i]);
  for (uint slot = 0; slot < LS_COPY_SLOTS; ++slot) {
    if (copies[slot].event == 0) continue;
    const ls_copy copy = copies[slot];
    ls_copy_run(LS_COPY_PASS, &copy, slot, group_first, waits, /*check=*/1, /*move=*/0);
  }
}

// wait_group_events, behind the barrier that it is: `waits` counts it already. Copies of the
// `count` events are complete, the others touch their memory on.
LS_API void __lockstep_wait(LS_COPY_H, int count, const ulong *events, uint waits) {
  if (!ls_is_first()) return;
  __lockstep_wait_slow(LS_COPY_PASS, count < 0 ? 0u : (uint)count, events, waits,
                       ls_group_first(ctl));
}

LS_INLINE __local ls_copy_claim *ls_claim(__global const ls_control *ctl, __local ulong *lshadow) {
  return (__local ls_copy_claim *)(ls_copies(ctl, lshadow) + LS_COPY_SLOTS);
}

// In front of a copy that may not have the same arguments for all: work-item 0 says what its own
// are. Between barriers.
LS_API void __lockstep_copy_claim(__global const ls_control *ctl, __local ulong *lshadow, ulong to,
                                  ulong from, ulong count, ulong stride, uint event, uint site) {
  if (!ls_is_first()) return;
  const ls_copy_claim mine = {to, from, count, stride, event, site};
  *ls_claim(ctl, lshadow) = mine;
}

// Reports if the others' are different. Where work-item 0 is at another place, that is said where
// the group meets.
LS_API void __lockstep_copy_compare(__global const ls_control *ctl, __global ls_log *log,
                                    __local ulong *lshadow, ulong to, ulong from, ulong count,
                                    ulong stride, uint event, uint site) {
  __local const ls_copy_claim *claim = ls_claim(ctl, lshadow);
  if (claim->site != site) return;
  if (claim->to == to && claim->from == from && claim->count == count &&
      claim->stride == stride && claim->event == event)
    return;
  const ulong what = (ulong)LS_PARTED_ARGUMENTS << LS_PARTED_WHAT_SHIFT;
  __lockstep_diverged(ctl, log, site, site, 0, ls_local_linear(ctl), what, 0, what, 0);
}

// Before a kernel's first copy: the group has none open. Only work-item 0 ever looks.
LS_API void __lockstep_copies_enter(__global const ls_control *ctl, __local ulong *lshadow) {
  if (!ls_is_first()) return;
  for (uint slot = 0; slot < LS_COPY_SLOTS; ++slot) ls_copies(ctl, lshadow)[slot].event = 0;
}

#endif  // LOCKSTEP_DEVICE_LIB_COPIES_H_
