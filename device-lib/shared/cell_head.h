// What a cell's head alone tells of an access: the common path of every work-item's check, in the kernel's own code.
// Each answer is what ls_cell_step (cell.h) would give; tests/unit/device-lib/cell_test.cc compares them. Copies do not
// ask.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_CELL_HEAD_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_CELL_HEAD_H_

#include "device-lib/shared/access.h"
#include "device-lib/shared/record.h"
#include "device-lib/shared/types.h"

// Does `head` already say what an access with record `mine` would, so that the cell need not change
// and no conflict can be new? `value_known`: for plain writes, 1 if the cell's value equals the one
// written. The common path of every work-item's check; copies do not ask.
LS_INLINE ls_u32 ls_covered(ls_u64 head, ls_u64 mine, ls_u32 cls, ls_u32 value_known, ls_u64 first_actor,
                            ls_u64 group_first, ls_u32 group_size, ls_u32 segment_shift, ls_u32 actor_shift) {
  if (head & LS_BUSY) return 0;
  const ls_u64 other = (head ^ mine) >> segment_shift;
  if (other == 0) {  // the same work-item, in the same segment
    const ls_u32 kept = ls_class(head);
    // An empty head looks like a record of actor 0, but stands for nothing.
    if (kept == LS_CLASS_NONE) return 0;
    if (kept != LS_CLASS_W) return cls != LS_CLASS_W && ls_class_covers(kept, cls);
    return (head & LS_VARIED_SEGMENT) || (cls == LS_CLASS_W && value_known);
  }
  if (!(head & (LS_SHARED | LS_SHARED_ALL)) || cls == LS_CLASS_W || !ls_class_covers(ls_class(head), cls)) return 0;
  const ls_u64 actor = ls_actor(head, actor_shift);
  if (head & LS_SHARED_ALL) return actor >= first_actor;
  const ls_u64 segments = ((ls_u64)1 << (actor_shift - segment_shift)) - 1u;
  return (other & segments) == 0 && ls_in_group(actor, group_first, group_size);
}

// The same at a glance, for a plain read, where many read what few write: one mask
// and one comparison with what does not change between barriers. Of ls_covered's cases only reads that
// the group shares in its `segment`, in local memory; `own_cells` as for ls_cell_common.
LS_INLINE ls_u32 ls_shared_local_read(ls_u64 head, ls_u32 segment, ls_u32 own_cells, ls_u32 segment_shift,
                                      ls_u32 actor_shift) {
  const ls_u64 segments = ((ls_u64)1 << actor_shift) - ((ls_u64)1 << segment_shift);
  // No record has all bits of a class: without own cells nothing is like it.
  const ls_u64 like = (ls_u64)segment << segment_shift | (own_cells ? LS_SHARED | LS_CLASS_R : LS_CLASS_MASK);
  return ((head ^ like) & (segments | LS_SHARED | LS_BUSY | LS_CLASS_MASK)) == 0;
}

// ... and only reads that all work-items of the launch share.
LS_INLINE ls_u32 ls_shared_read(ls_u64 head, ls_u64 first_actor, ls_u32 actor_shift) {
  return (head & (LS_SHARED_ALL | LS_BUSY | LS_CLASS_MASK)) == (LS_SHARED_ALL | LS_CLASS_R) &&
         head >= first_actor << actor_shift;
}

// Whether there is nothing in the cell that an access could meet: it is empty, a leftover or, in local
// memory, of an earlier epoch. Parameters as for ls_cell_common.
LS_INLINE ls_u32 ls_cell_unmet(ls_u64 head, ls_u64 first_actor, ls_u32 own_cells, ls_u32 from, ls_u32 segment_shift,
                               ls_u32 actor_shift) {
  const ls_u64 segments = ((ls_u64)1 << actor_shift) - ((ls_u64)1 << segment_shift);
  const ls_u64 epoch = own_cells ? (ls_u64)from << segment_shift : 0;
  return !ls_of_launch(head, first_actor, actor_shift) || (head & segments) < epoch;
}

// What the head alone tells of an access: the common path of every work-item's check.
#define LS_COMMON_NONE 0u     // not enough: ls_cell_quick and ls_cell_step are to be asked
#define LS_COMMON_COVERED 1u  // ls_covered
#define LS_COMMON_REPLACE \
  2u  // the head becomes *next and, of a plain write, the cell's value the one
      // written; no conflict can be new
#define LS_COMMON_SECOND \
  3u  // a second reader: like REPLACE, and the old head without its flags becomes
      // the only record of the more plane

// Finds out which, for an access with record `mine` of a work-item; copies do not ask. REPLACE, and
// then exactly what ls_cell_quick and ls_cell_step would leave, if the head is empty, a leftover or, in
// local memory, of an earlier epoch; or the own plain access in the same segment, of another kind or
// value, or in an earlier one. SECOND only in local memory. `own_cells`: 1 in local memory of kernels
// without copies, where all records are of the group's work-items; `from`: the first segment not ordered
// before the access. `first_actor`: 0 where no leftovers can be. Others as for ls_covered.
LS_INLINE ls_u32 ls_cell_common(ls_u64 head, ls_u64 mine, ls_u32 cls, ls_u32 value_known, ls_u64 first_actor,
                                ls_u64 group_first, ls_u32 group_size, ls_u32 own_cells, ls_u32 from,
                                ls_u32 segment_shift, ls_u32 actor_shift, ls_u64* next) {
  *next = mine;
  if (ls_cell_unmet(head, first_actor, own_cells, from, segment_shift, actor_shift)) return LS_COMMON_REPLACE;
  if (ls_covered(head, mine, cls, value_known, first_actor, group_first, group_size, segment_shift, actor_shift))
    return LS_COMMON_COVERED;
  const ls_u32 kept = ls_class(head);
  if ((head & (LS_BUSY | LS_MORE | LS_RACED)) || kept > LS_CLASS_W || cls > LS_CLASS_W) return LS_COMMON_NONE;
  const ls_u64 other = (head ^ mine) >> segment_shift;
  if (other != 0 && other >> (actor_shift - segment_shift) == 0) {
    // Its own, of an earlier segment, which it stands for; a read does not for a write.
    if (cls < kept) return LS_COMMON_NONE;
    const ls_u32 now = ls_segment(head, segment_shift, actor_shift) < from ? 0u : LS_VARIED_NOW;
    if (cls == LS_CLASS_R)
      *next = mine | (head & LS_VARIED);
    else if (kept == LS_CLASS_R || !value_known)
      *next = mine | LS_VARIED_EVER | now;
    else
      *next = mine | (head & (LS_VARIED_EVER | now));
    return LS_COMMON_REPLACE;
  }
  if (other != 0) {
    const ls_u64 segments = ((ls_u64)1 << (actor_shift - segment_shift)) - 1u;
    if (kept != LS_CLASS_R || cls != LS_CLASS_R || !own_cells || (other & segments) != 0) return LS_COMMON_NONE;
    *next = mine | LS_MORE | LS_SHARED;
    return LS_COMMON_SECOND;
  }
  // A read and a write, or two values, the latter of which is kept: equal values no longer excuse it.
  *next = (cls == LS_CLASS_W ? mine : head) | LS_VARIED;
  return LS_COMMON_REPLACE;
}

#define LS_COMMON_THIRD \
  4u  // a reader of another group: like REPLACE, if the more plane's first record is ls_only_read, and that stays; else
      // NONE

// Finds out which of NONE, SECOND and THIRD it is for a read of global memory whose head is a plain read by another
// group in this launch, so that it meets nothing that the head stands for: the second record, or the first of another
// group beside two of one, of which either stands for the other then (ls_pair_dominates). From then on all work-items
// of the launch share the cell. Parameters as for ls_cell_common.
LS_INLINE ls_u32 ls_further_read(ls_u64 head, ls_u64 mine, ls_u32 cls, ls_u64 first_actor, ls_u64 group_first,
                                 ls_u32 group_size, ls_u32 actor_shift, ls_u64* next) {
  if (cls != LS_CLASS_R || (head & (LS_BUSY | LS_RACED | LS_SHARED_ALL | LS_CLASS_MASK)) != LS_CLASS_R ||
      !ls_of_launch(head, first_actor, actor_shift))
    return LS_COMMON_NONE;
  if (ls_in_group(ls_actor(head, actor_shift), group_first, group_size)) return LS_COMMON_NONE;
  *next = mine | (head & LS_VARIED) | LS_MORE | LS_SHARED_ALL;
  if (head & LS_MORE) return (head & LS_SHARED) ? LS_COMMON_THIRD : LS_COMMON_NONE;
  return LS_COMMON_SECOND;
}

// Whether the more plane has but one record, its `first`, and that is a plain read.
LS_INLINE ls_u32 ls_only_read(ls_u64 first) { return (first & LS_LAST) != 0 && ls_class(first) == LS_CLASS_R; }

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_CELL_HEAD_H_
