// Comparing barrier variables [000, Sect. 3.2 and App. B.3] where the work-items of a group run one
// after the other. Called by work-item 0, which comes first, and by those that differ from it.
#ifndef LOCKSTEP_DEVICE_LIB_MEETING_H_
#define LOCKSTEP_DEVICE_LIB_MEETING_H_

#include "device-lib/shared/divergence.h"
#include "device-lib/shared/meeting.h"
#include "device-lib/waiting.h"

LS_INLINE void ls_meet_copy(__local ulong *to, const __local ulong *from, uint loops, ulong id) {
  to[0] = (uint)from[0];
  for (uint d = 0; d < loops; ++d) to[1u + d] = from[1u + d];
  to[1u + LS_MEET_LOOPS] = id;
}

// Reports what parted the group at the meeting before this one.
static void ls_meet_report(__global const ls_control *ctl, __global ls_log *log,
                           const __local ulong *words, uint loops, ulong group_first) {
  const __local ulong *a = words + LS_MEET_A, *b = words + LS_MEET_B;
  const ulong rank = words[LS_MEET_RANK];
  ulong extra_a[2], extra_b[2];
  ls_meet_testify(a, loops, rank, extra_a);
  ls_meet_testify(b, loops, rank, extra_b);
  __lockstep_diverged_slow(ctl, log,
                           (uint)(a[0] >> LS_WAITING_SITE_SHIFT) & LS_WAITING_SITE_MASK,
                           (uint)(b[0] >> LS_WAITING_SITE_SHIFT) & LS_WAITING_SITE_MASK,
                           group_first + a[1u + LS_MEET_LOOPS], group_first + b[1u + LS_MEET_LOOPS],
                           extra_a[0], extra_a[1], extra_b[0], extra_b[1]);
}

// See __lockstep_meet. Leaving through different returns is no divergence: nobody waits, and then
// nobody comes to another meeting at which it would be reported.
LS_API_SLOW void __lockstep_meet_slow(__global const ls_control *ctl, __global ls_log *log,
                                      __local ulong *words, uint loops, ulong id,
                                      ulong group_first) {
  __local ulong *first = words + LS_MEET_FIRST, *mine = words + LS_MEET_MINE;
  __local ulong *a = words + LS_MEET_A, *b = words + LS_MEET_B;
  if (id == 0) {
    if (words[LS_MEET_RANK] != 0) ls_meet_report(ctl, log, words, loops, group_first);
    for (uint i = 0; i <= loops; ++i) first[i] = mine[i];
    words[LS_MEET_LEFT] = ls_meet_left(mine[0]);
    words[LS_MEET_RANK] = 0;
    return;
  }
  if (!ls_meet_left(mine[0])) words[LS_MEET_LEFT] = 0;
  const ulong rank = ls_meet_compare(mine, first, loops), known = words[LS_MEET_RANK];
  if (rank == 0) return;
  if (words[LS_MEET_PARTED] == LS_GROUP_TOGETHER) words[LS_MEET_PARTED] = LS_GROUP_PARTED;
  if (known != 0 && rank > known) return;
  if (rank != known) {  // nobody before differed from the first in this
    words[LS_MEET_RANK] = rank;
    ls_meet_copy(a, first, loops, 0);
    ls_meet_copy(b, first, loops, 0);
  }
  // Of those that are equal the first, and so the lowest id, stays.
  if (ls_meet_key(mine, rank) < ls_meet_key(a, rank)) ls_meet_copy(a, mine, loops, id);
  if (ls_meet_key(mine, rank) > ls_meet_key(b, rank)) ls_meet_copy(b, mine, loops, id);
}

// A work-item comes to a meeting: work-item 0 before all others, which need to call this only if
// their state or counts differ from the first's. `words`: device-lib/shared/meeting.h, MINE filled
// in. What parted the group is reported by work-item 0 when it comes to the next meeting.
LS_API void __lockstep_meet(__global const ls_control *ctl, __global ls_log *log,
                            __local ulong *words, uint loops) {
  __lockstep_meet_slow(ctl, log, words, loops, ls_local_linear(ctl),
                       ls_group_first_work_item(ctl));
}

// See __lockstep_meet_parts.
LS_API_SLOW void __lockstep_meet_parts_slow(__global const ls_control* ctl, __global ls_log* log, __local ulong* words,
                                            uint loops, uint stop, uint part, ulong id, ulong group_first) {
  if (id == 0) {
    if (words[LS_MEET_STAYS] != 0) words[LS_MEET_RANK] = 0;  // the group did not meet
    words[LS_MEET_STAYS] = 0;
  }
  __lockstep_meet_slow(ctl, log, words, loops, id, group_first);
  const __local ulong* mine = words + LS_MEET_MINE;
  __local ulong* first = words + LS_MEET_PART;
  const uint meets = stop & LS_STOP_PART;
  if (meets) words[LS_MEET_STAYS] = 1;
  if (id == 0 || words[LS_MEET_PART_NUMBER] != part) {
    words[LS_MEET_PART_NUMBER] = part;
    words[LS_MEET_PART_STATE] = meets ? LS_PART_MEETS : 0u;
    ls_meet_copy(first, mine, loops, id);
    return;
  }
  const ulong rank = ls_meet_compare(mine, first, loops), state = words[LS_MEET_PART_STATE];
  if (rank == 0 || (state & LS_PART_TOLD) || !(meets || (state & LS_PART_MEETS))) return;
  words[LS_MEET_PART_STATE] = state | LS_PART_TOLD;
  ls_meet_tell(ctl, log, mine, first, loops, rank, group_first + id, group_first + first[1u + LS_MEET_LOOPS]);
}

// The same in a kernel with places where sub-groups meet: every work-item calls it. `stop`: LS_STOP_*; `part`: the
// number of its sub-group, whose work-items come one behind the other. As long as any work-item is at such a place,
// only those go on (LS_MEET_STAYS), and it is compared within their sub-groups where they wait; else as above.
LS_API void __lockstep_meet_parts(__global const ls_control* ctl, __global ls_log* log, __local ulong* words,
                                  uint loops, uint stop, uint part) {
  __lockstep_meet_parts_slow(ctl, log, words, loops, stop, part, ls_local_linear(ctl), ls_group_first_work_item(ctl));
}

LS_API_SLOW void __lockstep_parts_enter_slow(__global const ls_control* ctl, __global ls_log* log, __local ulong* words,
                                             uint part, uint tables, ulong id, ulong group_first) {
  if (id == 0) {
    words[LS_MEET_STAYS] = 0;
    words[LS_MEET_PARTED] = tables ? LS_GROUP_NO_TABLE : LS_GROUP_TOGETHER;
  }
  if (!tables || ctl->parted_tables == 0) return;
  const ulong group = (group_first - ctl->first_actor) / ctl->group_size;
  __global ls_parted* parted = id == 0 ? ls_parted_take(ctl, log, group) : ls_parted_table(ctl, log, group);
  if (parted == 0) {
    if (id == 0) __lockstep_add32(&log->not_followed, 1);
    return;
  }
  if (id == 0) {
    const uint from[LS_ORDERS] = {0, 0, 0, 0};
    ls_parted_begin(parted, ctl->group_items, from);
    words[LS_MEET_PARTED] = LS_GROUP_PARTED;
  }
  if (ls_parted_enter(parted, (uint)id, part)) return;
  // A table of some sub-groups would say that barriers of the others order nothing. Without one they order all.
  __lockstep_add32(&log->not_followed, 1);
  words[LS_MEET_PARTED] = LS_GROUP_NO_TABLE;
  __lockstep_cas32(&parted->owner, (uint)group + 1u, 0u);
}

// Where a kernel with such places begins, before its first meeting. `tables`: 1 if it has barriers, so that what they
// order has to be kept for each sub-group.
LS_API void __lockstep_parts_enter(__global const ls_control* ctl, __global ls_log* log, __local ulong* words,
                                   uint part, uint tables) {
  __lockstep_parts_enter_slow(ctl, log, words, part, tables, ls_local_linear(ctl), ls_group_first(ctl));
}

// Where the work-item waits, in 32 bits: two places of one meeting are taken for one with a chance of 2^-32.
LS_INLINE uint ls_meet_place(const __local ulong *who, uint loops) {
  const ulong kOdd = 0x9E3779B97F4A7C15ul;
  ulong mixed = (((uint)who[0] >> LS_WAITING_SITE_SHIFT) + 1ul) * kOdd;
  for (uint d = 0; d < loops; ++d) {
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9ul + who[1u + d];
    mixed = (mixed ^ mixed >> 32) * kOdd;
  }
  return (uint)((mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9ul >> 32);
}

// See __lockstep_part.
LS_API_SLOW void __lockstep_part_slow(__global const ls_control* ctl, __global ls_log* log, __local ulong* words,
                                      uint loops, uint known, uint segment, uint global_from, uint local_from,
                                      uint image_from, uint image_flags, uint stop, uint part, ulong id,
                                      ulong group_first) {
  if (!known && words[LS_MEET_LEFT] != 0) return;  // all have left, by different returns
  if (ctl->parted_tables == 0) {
    words[LS_MEET_PARTED] = LS_GROUP_NO_TABLE;
    return;
  }
  const __local ulong *mine = words + LS_MEET_MINE;
  const ulong group = (group_first - ctl->first_actor) / ctl->group_size;
  const uint from[LS_ORDERS] = {[LS_ORDER_ANY] = segment,
                                [LS_ORDER_LOCAL] = local_from,
                                [LS_ORDER_GLOBAL] = global_from,
                                [LS_ORDER_IMAGE] = image_from};
  __global ls_parted *parted = ls_parted_table(ctl, log, group);
  if (!known && id == 0) {
    parted = ls_parted_take(ctl, log, group);
    if (parted == 0) {
      __lockstep_add32(&log->not_followed, 1);
      words[LS_MEET_PARTED] = LS_GROUP_NO_TABLE;
      return;
    }
    ls_parted_begin(parted, ctl->group_items, from);
  }
  if (parted == 0) return;  // no work-item before this one could take one
  const uint left = ls_meet_left(mine[0]), flags = (uint)mine[0] & ((1u << LS_WAITING_SITE_SHIFT) - 1u);
  const uint stays = words[LS_MEET_STAYS] != 0 && !(stop & LS_STOP_PART);
  const uint all_named = 1u << LS_ORDER_ANY | (flags & CLK_GLOBAL_MEM_FENCE ? 1u << LS_ORDER_GLOBAL : 0u) |
                         (flags & CLK_LOCAL_MEM_FENCE ? 1u << LS_ORDER_LOCAL : 0u) |
                         (flags & image_flags ? 1u << LS_ORDER_IMAGE : 0u);
  const uint named = left || stays || !(stop & LS_STOP_COUNTS) ? 0u : all_named;
  const uint place = left ? 0u : ls_meet_place(mine, loops) ^ ls_parted_own_place(stop, part);
  const uint parts = parted->parts;
  if (!ls_parted_meet(parted, ctl->group_items, (uint)id, place, named, left)) __lockstep_add32(&log->not_followed, 1);
  ls_parted_forget(log, parted, parts);
  if (parted->gone == ctl->group_items) __lockstep_cas32(&parted->owner, (uint)group + 1u, 0u);
}

// Behind a meeting of a group that has parted, before anybody goes on: each work-item notes where it was, or
// that it has left. `words`: MINE filled in; `known`: 0 at the first such meeting; `image_flags`: fence flags
// that name images; `stop`, `part`: see __lockstep_meet_parts, 0 for `part` elsewhere.
LS_API void __lockstep_part(__global const ls_control* ctl, __global ls_log* log, __local ulong* words, uint loops,
                            uint known, uint segment, uint global_from, uint local_from, uint image_from,
                            uint image_flags, uint stop, uint part) {
  __lockstep_part_slow(ctl, log, words, loops, known, segment, global_from, local_from, image_from, image_flags, stop,
                       part, ls_local_linear(ctl), ls_group_first(ctl));
}

#endif  // LOCKSTEP_DEVICE_LIB_MEETING_H_
