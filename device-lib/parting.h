// What a group orders once it has parted (shared/parted.h), where its work-items run together: at a meeting each writes
// into the group's table where it is, and behind a barrier work-item 0 takes that in, one work-item after the other.
// Called by all of a group, between its meeting and what it does next (instrument/passes/sync_block.cc), with a barrier
// behind each call. Likewise where sub-groups meet (instrument/passes/sync_parts.cc). And what work-items of kernels
// with fixed parts say. Device code only, included by check.cl.
#ifndef LOCKSTEP_DEVICE_LIB_PARTING_H_
#define LOCKSTEP_DEVICE_LIB_PARTING_H_

#include "device-lib/geometry.h"
#include "device-lib/shared/meeting.h"
#include "device-lib/shared/part_words.h"
#include "device-lib/shared/parted.h"
#include "device-lib/waiting.h"

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
                                          uint place, uint stop, uint image_flags, uint part, uint stays, ulong id,
                                          ulong group_first) {
  __global ls_parted* parted = ls_parted_table(ctl, log, ls_parting_group(ctl, group_first));
  if (parted == 0) return 0;
  const uint left = waiting >> LS_WAITING_LEFT_SHIFT & 1u, flags = waiting & ((1u << LS_WAITING_SITE_SHIFT) - 1u);
  const uint named = 1u << LS_ORDER_ANY | (flags & CLK_GLOBAL_MEM_FENCE ? 1u << LS_ORDER_GLOBAL : 0u) |
                     (flags & CLK_LOCAL_MEM_FENCE ? 1u << LS_ORDER_LOCAL : 0u) |
                     (flags & image_flags ? 1u << LS_ORDER_IMAGE : 0u);
  __global ls_parted_claim* claim = ls_parted_claims(parted, ctl->group_items) + id;
  claim->here = 1;
  claim->place = left ? 0u : place ^ ls_parted_own_place(stop, part);
  claim->named = left || stays || !(stop & LS_STOP_COUNTS) ? 0u : named;
  claim->left = left;
  return 1;
}

// Where this work-item is: `waiting` is its waiting word, `place` tells it from all others of the meeting, `stop` is
// LS_STOP_*, `image_flags` are the fence flags that name images; `part`: its sub-group, where these meet too; `stays`:
// it does not go on, since others are where their sub-groups meet. Returns 0 if the group has no table.
LS_API uint __lockstep_part_say(__global const ls_control* ctl, __global ls_log* log, uint waiting, uint place,
                                uint stop, uint image_flags, uint part, uint stays) {
  return __lockstep_part_say_slow(ctl, log, waiting, place, stop, image_flags, part, stays, ls_local_linear(ctl),
                                  ls_group_first(ctl));
}

LS_API_SLOW void __lockstep_part_close_slow(__global const ls_control* ctl, __global ls_log* log, uint items,
                                            ulong group_first) {
  const ulong group = ls_parting_group(ctl, group_first);
  __global ls_parted* parted = ls_parted_table(ctl, log, group);
  if (parted == 0) return;
  __global const ls_parted_claim* claims = ls_parted_claims(parted, ctl->group_items);
  const uint parts = parted->parts;
  uint lost = 0;
  for (uint i = 0; i < ctl->group_items; ++i) {
    if (!claims[i].here) continue;
    lost += !ls_parted_meet(parted, items, i, claims[i].place, claims[i].named, claims[i].left);
  }
  if (lost != 0) __lockstep_add32(&log->not_followed, lost);
  ls_parted_forget(log, parted, parts);
  if (parted->gone == items) __lockstep_cas32(&parted->owner, (uint)group + 1u, 0u);
}

// Work-item 0 takes in what all have said.
LS_API void __lockstep_part_close(__global const ls_control* ctl, __global ls_log* log) {
  if (ls_dense_item() != 0) return;
  __lockstep_part_close_slow(ctl, log, ls_items_of_group(), ls_group_first(ctl));
}

LS_API_SLOW void __lockstep_parts_claim_slow(__global const ls_control* ctl, __global ls_log* log, uint part, ulong id,
                                             ulong group_first) {
  __global ls_parted* parted = ls_parted_table(ctl, log, ls_parting_group(ctl, group_first));
  if (parted == 0) return;
  __global ls_parted_claim* claim = ls_parted_claims(parted, ctl->group_items) + id;
  claim->here = 1;
  claim->place = part;
}

// Where a kernel begins whose sub-groups meet each for itself and which has barriers, behind __lockstep_part_take: the
// work-item says that it is in sub-group `part`.
LS_API void __lockstep_parts_claim(__global const ls_control* ctl, __global ls_log* log, uint part) {
  __lockstep_parts_claim_slow(ctl, log, part, ls_local_linear(ctl), ls_group_first(ctl));
}

LS_API_SLOW void __lockstep_parts_begin_slow(__global const ls_control* ctl, __global ls_log* log, ulong group_first) {
  const ulong group = ls_parting_group(ctl, group_first);
  __global ls_parted* parted = ls_parted_table(ctl, log, group);
  if (parted == 0) return;
  __global ls_parted_claim* claims = ls_parted_claims(parted, ctl->group_items);
  uint lost = 0;
  for (uint i = 0; i < ctl->group_items; ++i) {
    if (!claims[i].here) continue;
    lost += !ls_parted_enter(parted, i, claims[i].place);
    claims[i].here = 0;
  }
  if (lost == 0) return;
  // A table of some sub-groups would say that barriers of the others order nothing. Without one they order all.
  __lockstep_add32(&log->not_followed, lost);
  __lockstep_cas32(&parted->owner, (uint)group + 1u, 0u);
}

// Work-item 0 makes the table's branches of what all have said.
LS_API void __lockstep_parts_begin(__global const ls_control* ctl, __global ls_log* log) {
  if (ls_dense_item() == 0) __lockstep_parts_begin_slow(ctl, log, ls_group_first(ctl));
}

// Whether the group has a table, a barrier later.
LS_API uint __lockstep_parts_followed(__global const ls_control* ctl, __global ls_log* log) {
  return ls_parted_table(ctl, log, ls_parting_group(ctl, ls_group_first(ctl))) != 0;
}

// The rank at which a work-item differs from the first of its sub-group (waiting.h), if one of the two is where
// sub-groups meet; else 0.
LS_INLINE ulong ls_part_rank(const __local ulong* mine, const __local ulong* first, uint loops) {
  if (!((mine[0] | first[0]) & LS_PART_MEETS_BIT)) return 0;
  const ulong rank = ls_meet_compare(mine, first, loops);
  if (rank != 0 || !((mine[0] ^ first[0]) & LS_PART_ASKED)) return rank;
  return ls_meet_rank(LS_PARTED_ARGUMENTS, 0);
}

LS_API_SLOW uint __lockstep_part_differs_slow(const __local ulong* mine, const __local ulong* first, uint loops) {
  return ls_part_rank(mine, first, loops) != 0;
}

// Whether a work-item and the first of its sub-group are apart at the meeting at hand. Where in `lshadow` the two say
// where they are (shared/part_words.h): `mine`, `first`.
LS_API uint __lockstep_part_differs(const __local ulong* lshadow, uint loops, uint mine, uint first) {
  return __lockstep_part_differs_slow(lshadow + mine, lshadow + first, loops);
}

LS_API_SLOW void __lockstep_part_tell_slow(__global const ls_control* ctl, __global ls_log* log,
                                           const __local ulong* mine, const __local ulong* first, uint loops, ulong one,
                                           ulong one_first) {
  ls_meet_tell(ctl, log, mine, first, loops, ls_part_rank(mine, first, loops), one, one_first);
}

// Reports that they are: one work-item for each sub-group and meeting. `one`, `one_first`: their local linear ids.
LS_API void __lockstep_part_tell(__global const ls_control* ctl, __global ls_log* log, const __local ulong* lshadow,
                                 uint loops, uint mine, uint first, uint one, uint one_first) {
  const ulong group_first = ls_group_first_work_item(ctl);
  __lockstep_part_tell_slow(ctl, log, lshadow + mine, lshadow + first, loops, group_first + one,
                            group_first + one_first);
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
