// What a group orders once it has parted (shared/parted.h), where its work-items run together: at a meeting each writes
// into the group's table where it is, and behind a barrier work-item 0 takes that in, one work-item after the other.
// Called by all of a group, between its meeting and what it does next (instrument/passes/sync_block.cc), with a barrier
// behind each call. And what work-items of kernels with fixed parts say. Device code only, included by check.cl.
#ifndef LOCKSTEP_DEVICE_LIB_PARTING_H_
#define LOCKSTEP_DEVICE_LIB_PARTING_H_

#include "device-lib/geometry.h"
#include "device-lib/shared/meeting.h"
#include "device-lib/shared/parted.h"

LS_INLINE ulong ls_parting_group(__global const ls_control* ctl, ulong group_first) {
  return (group_first - ctl->first_actor) / ctl->group_size;
}

LS_API_SLOW void __lockstep_part_take_slow(__global const ls_control* ctl, __global ls_log* log, uint segment,
                                           uint global_from, uint local_from, uint image_from, ulong group_first) {
  if (ctl->parted_tables == 0) return;
  __global ls_parted* parted = ls_parted_take(ctl, log, ls_parting_group(ctl, group_first));
  if (parted == 0) {
    __lockstep_add32(&log->not_followed, 1);
    return;
  }
  const uint from[LS_ORDERS] = {[LS_ORDER_ANY] = segment,
                                [LS_ORDER_LOCAL] = local_from,
                                [LS_ORDER_GLOBAL] = global_from,
                                [LS_ORDER_IMAGE] = image_from};
  ls_parted_begin(parted, ctl->group_items, from);
  __global ls_parted_claim* claims = ls_parted_claims(parted, ctl->group_items);
  for (uint i = 0; i < ctl->group_items; ++i) claims[i].here = 0;
}

// At the first meeting to which the work-items came apart (`known`: 0), a table for the group, if one is free. Until
// then all have passed the same barriers, so that work-item 0's counters are everybody's.
LS_API void __lockstep_part_take(__global const ls_control* ctl, __global ls_log* log, uint known, uint segment,
                                 uint global_from, uint local_from, uint image_from) {
  if (known || ls_dense_item() != 0) return;
  __lockstep_part_take_slow(ctl, log, segment, global_from, local_from, image_from, ls_group_first(ctl));
}

LS_API_SLOW uint __lockstep_part_say_slow(__global const ls_control* ctl, __global ls_log* log, uint waiting,
                                          uint place, uint stop, uint image_flags, ulong id, ulong group_first) {
  __global ls_parted* parted = ls_parted_table(ctl, log, ls_parting_group(ctl, group_first));
  if (parted == 0) return 0;
  const uint left = waiting >> LS_WAITING_LEFT_SHIFT & 1u, flags = waiting & ((1u << LS_WAITING_SITE_SHIFT) - 1u);
  const uint named = 1u << LS_ORDER_ANY | (flags & CLK_GLOBAL_MEM_FENCE ? 1u << LS_ORDER_GLOBAL : 0u) |
                     (flags & CLK_LOCAL_MEM_FENCE ? 1u << LS_ORDER_LOCAL : 0u) |
                     (flags & image_flags ? 1u << LS_ORDER_IMAGE : 0u);
  __global ls_parted_claim* claim = ls_parted_claims(parted, ctl->group_items) + id;
  claim->here = 1;
  claim->place = left ? 0u : place;
  claim->named = left || !(stop & LS_STOP_COUNTS) ? 0u : named;
  claim->left = left;
  return 1;
}

// Where this work-item is: `waiting` is its waiting word, `place` tells it from all others of the meeting, `stop` is
// LS_STOP_*, `image_flags` are the fence flags that name images. Returns 0 if the group has no table.
LS_API uint __lockstep_part_say(__global const ls_control* ctl, __global ls_log* log, uint waiting, uint place,
                                uint stop, uint image_flags) {
  return __lockstep_part_say_slow(ctl, log, waiting, place, stop, image_flags, ls_local_linear(ctl),
                                  ls_group_first(ctl));
}

LS_API_SLOW void __lockstep_part_close_slow(__global const ls_control* ctl, __global ls_log* log, uint items,
                                            ulong group_first) {
  const ulong group = ls_parting_group(ctl, group_first);
  __global ls_parted* parted = ls_parted_table(ctl, log, group);
  if (parted == 0) return;
  __global const ls_parted_claim* claims = ls_parted_claims(parted, ctl->group_items);
  uint lost = 0;
  for (uint i = 0; i < ctl->group_items; ++i) {
    if (!claims[i].here) continue;
    lost += !ls_parted_meet(parted, items, i, claims[i].place, claims[i].named, claims[i].left);
  }
  if (lost != 0) __lockstep_add32(&log->not_followed, lost);
  if (parted->gone == items) __lockstep_cas32(&parted->owner, (uint)group + 1u, 0u);
}

// Work-item 0 takes in what all have said.
LS_API void __lockstep_part_close(__global const ls_control* ctl, __global ls_log* log) {
  if (ls_dense_item() != 0) return;
  __lockstep_part_close_slow(ctl, log, ls_items_of_group(), ls_group_first(ctl));
}

LS_API_SLOW void __lockstep_enter_part_slow(__global const ls_control* ctl, __global ls_log* log, uint part, ulong id) {
  __global ulong* mine = ls_parts(ctl, log) + id;
  const ulong known = part + 1ul;
  ulong old = __lockstep_load64(mine);
  if (old == 0) old = __lockstep_cas64(mine, 0, known);
  if (old != 0 && old != known) __lockstep_add32(&log->parts_unlike, 1);
  log->tables_taken = 1;  // by everybody: the values are the same
}

// Where a kernel with fixed parts begins: the work-item says that it is in sub-group `part`.
LS_API void __lockstep_enter_part(__global const ls_control* ctl, __global ls_log* log, uint part) {
  __lockstep_enter_part_slow(ctl, log, part, ls_local_linear(ctl));
}

#endif  // LOCKSTEP_DEVICE_LIB_PARTING_H_
