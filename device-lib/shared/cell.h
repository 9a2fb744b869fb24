// The cell's transition: what an access finds in a cell and what it leaves there. Pure, so that
// the host can test it field by field; read both as OpenCL C and as C++.
//
// A cell stands for one granule of an object. It keeps records of earlier accesses so that every
// later access that conflicts, unordered, with *any* earlier access conflicts with a kept one
// (docs: shared/design/semantics.md sections 2-3; data races as in ESOP'13 Def. 3.1 with OpenCL's
// per-region barriers):
//
//   head      the most recent record; its state bits also carry the cell's flags
//   more[0-3] others, newest first, 0 = none
//
// Actors are work-items and, in kernels with asynchronous copies, the copies of a group: the actor
// numbers of a group are its work-items', then LS_COPY_SLOTS for its copies (semantics.md section
// 1). The segment of a work-item's record counts barriers, that of a copy's record counts waits
// (wait_group_events): a copy is ordered before what its group does once a wait has completed it,
// whatever barriers stand there, and a copy that a wait leaves open is recorded anew behind it.
// So the two numberings are never compared; ls_ordered is the one place that knows both.
//
// Why five are enough while nothing was found: plain writes leave only the last writer's group;
// within its current epoch at most {a plain read and an atomic write by one work-item, an atomic
// read by another} coexist without a conflict, and one older plain write stands for all that
// other groups could still meet. Only after a warning (wrong-fence-flag) can more be wanted; the
// cell then forgets its oldest record and says so (`evicted`).
// tests/unit/device-lib/cell_test.cc checks this against a brute-force model.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_CELL_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_CELL_H_

#include "device-lib/shared/log.h"
#include "device-lib/shared/parted.h"
#include "device-lib/shared/record.h"
#include "device-lib/shared/types.h"

#define LS_KEPT (1u + LS_MORE_RECORDS)

typedef struct {
  ls_u64 head;
  ls_u64 more[LS_KEPT - 1u];
  ls_u64 value;  // the last plain write's value; meaningful only if a plain write is kept
} ls_cell;

typedef struct {
  ls_u64 record;       // actor, segment, site, class and scope of the access
  ls_u64 value;        // plain writes: the bits written
  ls_u64 first_actor;  // records of lower actors are leftovers of earlier launches
  ls_u64 group_first;  // actor number of the first work-item of the access's group
  ls_u32 group_size;   // actors of a group: its work-items, then its copies
  ls_u32 group_items;  // work-items of a group; equal to group_size if there are no copies
  ls_u32 from;     // first segment of the own group's work-items that is not ordered before the access
  ls_u32 waits;    // likewise of the own group's copies
  ls_u32 segment;  // barriers passed; of a copy: when it was called
  ls_u32 segment_shift;
  ls_u32 actor_shift;
  ls_u32 is_local;  // 1 for local memory: no other group can ever meet its records
  ls_u32 order;     // LS_ORDER_*, of the flags that order the access
  LS_PARTED_SPACE const ls_parted* parted;  // of the access's group; null: it has not parted
} ls_access;

typedef struct {
  ls_u32 finding;      // LS_FINDING_* of the gravest conflict; 0 = none
  ls_u32 inter_group;  // 1 if the other work-item belongs to another group
  ls_u64 met;          // the record that conflicts
  ls_u32 evicted;      // records forgotten although they could still matter
  ls_u32 changed;      // 1 if the cell differs from before
  ls_u32 apart;        // LS_KEY_LEFT, LS_KEY_PARTED, LS_KEY_UNNAMED, if that is why it conflicts
  ls_u32 stood;        // 1: a record was dropped for which two others stand as long as no sub-group parts
  ls_u32 stands;       // LS_KEY_STANDS, if what the record stands for is why it conflicts
} ls_outcome;

LS_INLINE ls_u64 ls_actor(ls_u64 record, ls_u32 actor_shift) { return record >> actor_shift; }

LS_INLINE ls_u32 ls_segment(ls_u64 record, ls_u32 segment_shift, ls_u32 actor_shift) {
  return (ls_u32)((record >> segment_shift) & (((ls_u64)1 << (actor_shift - segment_shift)) - 1u));
}

LS_INLINE ls_u32 ls_class(ls_u64 record) { return (ls_u32)record & LS_CLASS_MASK; }

// Do two classes conflict when they meet on a byte? Symmetric.
LS_INLINE ls_u32 ls_classes_conflict(ls_u32 a, ls_u32 b) {
  // Row a, bit b: R meets W, AW; W meets all; AR meets W; AW meets R, W.
  const ls_u32 kConflicts = (0x14u << (5u * LS_CLASS_R)) | (0x1Eu << (5u * LS_CLASS_W)) |
                            (0x04u << (5u * LS_CLASS_AR));
  if (a == LS_CLASS_AW) return b == LS_CLASS_R || b == LS_CLASS_W;
  return (kConflicts >> (5u * a + b)) & 1u;
}

// Does everything that conflicts with class `weak` also conflict with class `strong`?
LS_INLINE ls_u32 ls_class_covers(ls_u32 strong, ls_u32 weak) {
  return strong == weak || strong == LS_CLASS_W || weak == LS_CLASS_AR;
}

LS_INLINE ls_u32 ls_in_group(ls_u64 actor, ls_u64 group_first, ls_u32 group_size) {
  return actor - group_first < group_size;
}

// Is `actor`, which belongs to the access's group, a copy?
LS_INLINE ls_u32 ls_is_copy(ls_u64 actor, const ls_access* access) {
  return actor - access->group_first >= access->group_items;
}

// The table of the access's group, if that has parted.
LS_INLINE LS_PARTED_SPACE const ls_parted* ls_parted_at(const ls_access* access) {
  return LS_MAY_PART ? access->parted : 0;
}

// The work-item of record `r`, which belongs to the access's group, within the group (a copy: who makes it).
LS_INLINE ls_u32 ls_item(ls_u64 r, const ls_access* access) {
  const ls_u64 actor = ls_actor(r, access->actor_shift);
  return ls_is_copy(actor, access) ? 0u : (ls_u32)(actor - access->group_first);
}

// Is record `r` of the access's own group ordered before the access, in the access's region?
LS_INLINE ls_u32 ls_ordered(ls_u64 r, const ls_access* access) {
  const ls_u32 segment = ls_segment(r, access->segment_shift, access->actor_shift);
  if (ls_is_copy(ls_actor(r, access->actor_shift), access)) return segment < access->waits;
  if (ls_parted_at(access))
    return segment < ls_parted_from(ls_parted_at(access), ls_item(r, access), ls_item(access->record, access),
                                    access->order);
  return segment < access->from;
}

// ... and before whatever its group does from now on?
LS_INLINE ls_u32 ls_old(ls_u64 r, const ls_access* access) {
  if (ls_parted_at(access) && !ls_is_copy(ls_actor(r, access->actor_shift), access))
    return ls_segment(r, access->segment_shift, access->actor_shift) <
           ls_parted_from_all(ls_parted_at(access), ls_item(r, access), access->order);
  return ls_ordered(r, access);
}

// Did the access's work-item (a copy: its callers) and that of record `r` of its group pass a barrier
// together since, one whose flags do not matter here? No barrier stands between a copy and what follows
// its call.
LS_INLINE ls_u32 ls_behind_barrier(ls_u64 r, const ls_access* access) {
  if (ls_is_copy(ls_actor(r, access->actor_shift), access)) return 0;
  const ls_u32 segment = ls_segment(r, access->segment_shift, access->actor_shift);
  if (ls_parted_at(access))
    return segment < ls_parted_from(ls_parted_at(access), ls_item(r, access), ls_item(access->record, access),
                                    LS_ORDER_ANY);
  return segment < access->segment;
}

// Why record `r` of its group, which it meets in a race, is not ordered before the access although its
// work-item passed a barrier since: LS_KEY_*, 0 if it did not.
LS_INLINE ls_u32 ls_apart(ls_u64 r, const ls_access* access) {
  if (!ls_parted_at(access) || ls_is_copy(ls_actor(r, access->actor_shift), access)) return 0;
  if (ls_parted_at(access)->parts) return 0;  // of different sub-groups, no more
  const ls_u32 segment = ls_segment(r, access->segment_shift, access->actor_shift);
  if (segment >= access->segment) return 0;
  return (ls_parted_left(ls_parted_at(access), ls_item(r, access)) ? LS_KEY_LEFT : LS_KEY_PARTED) |
         (segment < access->from ? 0u : LS_KEY_UNNAMED);
}

// Does `head` already say what an access with record `mine` would, so that the cell need not change
// and no conflict can be new? `value_known`: for plain writes, 1 if the cell's value equals the one
// written. The common path of every work-item's check; copies do not ask.
LS_INLINE ls_u32 ls_covered(ls_u64 head, ls_u64 mine, ls_u32 cls, ls_u32 value_known,
                            ls_u64 first_actor, ls_u64 group_first, ls_u32 group_size,
                            ls_u32 segment_shift, ls_u32 actor_shift) {
  if (head & LS_BUSY) return 0;
  const ls_u64 other = (head ^ mine) >> segment_shift;
  if (other == 0) {  // the same work-item, in the same segment
    const ls_u32 kept = ls_class(head);
    // An empty head looks like a record of actor 0, but stands for nothing.
    if (kept == LS_CLASS_NONE) return 0;
    if (kept != LS_CLASS_W) return cls != LS_CLASS_W && ls_class_covers(kept, cls);
    return (head & LS_VARIED_SEGMENT) || (cls == LS_CLASS_W && value_known);
  }
  if (!(head & (LS_SHARED | LS_SHARED_ALL)) || cls == LS_CLASS_W ||
      !ls_class_covers(ls_class(head), cls))
    return 0;
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
  const ls_u64 like =
      (ls_u64)segment << segment_shift | (own_cells ? LS_SHARED | LS_CLASS_R : LS_CLASS_MASK);
  return ((head ^ like) & (segments | LS_SHARED | LS_BUSY | LS_CLASS_MASK)) == 0;
}

// ... and only reads that all work-items of the launch share.
LS_INLINE ls_u32 ls_shared_read(ls_u64 head, ls_u64 first_actor, ls_u32 actor_shift) {
  return (head & (LS_SHARED_ALL | LS_BUSY | LS_CLASS_MASK)) == (LS_SHARED_ALL | LS_CLASS_R) &&
         head >= first_actor << actor_shift;
}

// Whether there is nothing in the cell that an access could meet: it is empty, a leftover or, in local
// memory, of an earlier epoch. Parameters as for ls_cell_common.
LS_INLINE ls_u32 ls_cell_unmet(ls_u64 head, ls_u64 first_actor, ls_u32 own_cells, ls_u32 from,
                               ls_u32 segment_shift, ls_u32 actor_shift) {
  const ls_u64 segments = ((ls_u64)1 << actor_shift) - ((ls_u64)1 << segment_shift);
  const ls_u64 epoch = own_cells ? (ls_u64)from << segment_shift : 0;
  return !ls_of_launch(head, first_actor, actor_shift) || (head & segments) < epoch;
}

// What the head alone tells of an access: the common path of every work-item's check.
#define LS_COMMON_NONE 0u     // not enough: ls_cell_quick and ls_cell_step are to be asked
#define LS_COMMON_COVERED 1u  // ls_covered
#define LS_COMMON_REPLACE 2u  // the head becomes *next and, of a plain write, the cell's value the one
                              // written; no conflict can be new
#define LS_COMMON_SECOND 3u   // a second reader: like REPLACE, and the old head without its flags becomes
                              // the only record of the more plane

// Finds out which, for an access with record `mine` of a work-item; copies do not ask. REPLACE, and
// then exactly what ls_cell_quick and ls_cell_step would leave, if the head is empty, a leftover or, in
// local memory, of an earlier epoch; or the own plain access in the same segment, of another kind or
// value, or in an earlier one. SECOND only in local memory. `own_cells`: 1 in local memory of kernels
// without copies, where all records are of the group's work-items; `from`: the first segment not ordered
// before the access. `first_actor`: 0 where no leftovers can be. Others as for ls_covered.
LS_INLINE ls_u32 ls_cell_common(ls_u64 head, ls_u64 mine, ls_u32 cls, ls_u32 value_known,
                                ls_u64 first_actor, ls_u64 group_first, ls_u32 group_size,
                                ls_u32 own_cells, ls_u32 from, ls_u32 segment_shift,
                                ls_u32 actor_shift, ls_u64* next) {
  *next = mine;
  if (ls_cell_unmet(head, first_actor, own_cells, from, segment_shift, actor_shift))
    return LS_COMMON_REPLACE;
  if (ls_covered(head, mine, cls, value_known, first_actor, group_first, group_size, segment_shift,
                 actor_shift))
    return LS_COMMON_COVERED;
  const ls_u32 kept = ls_class(head);
  if ((head & (LS_BUSY | LS_MORE | LS_RACED)) || kept > LS_CLASS_W || cls > LS_CLASS_W)
    return LS_COMMON_NONE;
  const ls_u64 other = (head ^ mine) >> segment_shift;
  if (other != 0 && other >> (actor_shift - segment_shift) == 0) {
    // Its own, of an earlier segment, which it stands for; a read does not for a write.
    if (cls < kept) return LS_COMMON_NONE;
    const ls_u32 now = ls_segment(head, segment_shift, actor_shift) < from ? 0u : LS_VARIED_NOW;
    if (cls == LS_CLASS_R) *next = mine | (head & LS_VARIED);
    else if (kept == LS_CLASS_R || !value_known) *next = mine | LS_VARIED_EVER | now;
    else *next = mine | (head & (LS_VARIED_EVER | now));
    return LS_COMMON_REPLACE;
  }
  if (other != 0) {
    const ls_u64 segments = ((ls_u64)1 << (actor_shift - segment_shift)) - 1u;
    if (kept != LS_CLASS_R || cls != LS_CLASS_R || !own_cells || (other & segments) != 0)
      return LS_COMMON_NONE;
    *next = mine | LS_MORE | LS_SHARED;
    return LS_COMMON_SECOND;
  }
  // A read and a write, or two values: equal values no longer excuse it.
  *next = (kept == LS_CLASS_R ? mine : head) | LS_VARIED;
  return LS_COMMON_REPLACE;
}

// Is `r`, a record of the access's group, of the very segment of the access? A copy has one to
// itself.
LS_INLINE ls_u32 ls_same_segment(ls_u64 r, const ls_access* access) {
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  const ls_u64 actor = ls_actor(r, as), mine = ls_actor(access->record, as);
  if (ls_is_copy(actor, access) || ls_is_copy(mine, access)) {
    return ((r ^ access->record) >> ss) == 0;
  }
  return ls_segment(r, ss, as) == ls_segment(access->record, ss, as);
}

// The LS_VARIED_* flags that apply once a write of the accessing group also stands for record `r`.
LS_INLINE ls_u32 ls_varied(ls_u64 r, const ls_access* access) {
  const ls_u64 actor = ls_actor(r, access->actor_shift);
  if (!ls_in_group(actor, access->group_first, access->group_size)) return LS_VARIED_EVER;
  return LS_VARIED_EVER | (ls_ordered(r, access) ? 0u : LS_VARIED_NOW) |
         (ls_same_segment(r, access) ? LS_VARIED_SEGMENT : 0u);
}

// Everything that could still conflict with `r` would also conflict with `by`. `old`: `r` belongs
// to the accessing group and is ordered before all that the group will do from now on.
LS_INLINE ls_u32 ls_dominates(ls_u64 by, ls_u64 r, ls_u32 old, const ls_access* access) {
  if (!ls_class_covers(ls_class(by), ls_class(r))) return 0;
  const ls_u64 actor_by = ls_actor(by, access->actor_shift);
  const ls_u64 actor_r = ls_actor(r, access->actor_shift);
  const ls_u32 in_group = ls_in_group(actor_by, access->group_first, access->group_size);
  // Of two open copies of the group either stands for both, since a wait records what stays open
  // anew. (If one of them writes, they have met.)
  const ls_u32 copies = in_group && actor_by != actor_r && ls_is_copy(actor_by, access) &&
                        ls_in_group(actor_r, access->group_first, access->group_size) &&
                        ls_is_copy(actor_r, access);
  if ((actor_by == actor_r || copies) &&
      ls_segment(by, access->segment_shift, access->actor_shift) >=
          ls_segment(r, access->segment_shift, access->actor_shift))
    return 1;
  return old && in_group;
}

// Everything that could still conflict with `r` would conflict with `a` or `b`: they belong to
// different groups, or are two work-items of r's group at r's segment or later, r's own being no
// copy. Where sub-groups have barriers of their own the two must not both be of one that r's is not
// of: such a barrier orders them before what that one's work-items do, and not r.
LS_INLINE ls_u32 ls_pair_dominates(ls_u64 a, ls_u64 b, ls_u64 r, const ls_access* access) {
  if (!ls_class_covers(ls_class(a), ls_class(r)) || !ls_class_covers(ls_class(b), ls_class(r)))
    return 0;
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  const ls_u64 actor_a = ls_actor(a, as), actor_b = ls_actor(b, as), actor_r = ls_actor(r, as);
  // Groups are blocks of group_size actors counted from first_actor.
  const ls_u64 group_a = (actor_a - access->first_actor) / access->group_size;
  const ls_u64 group_b = (actor_b - access->first_actor) / access->group_size;
  if (group_a != group_b) return 1;
  const ls_u64 group_r = (actor_r - access->first_actor) / access->group_size;
  const ls_u64 first = access->first_actor + group_r * access->group_size;
  const ls_u32 items = access->group_items;
  if (actor_a - first >= items || actor_b - first >= items || actor_r - first >= items) return 0;
  const ls_u32 segment_r = ls_segment(r, ss, as);
  if (ls_parted_at(access) && ls_parted_at(access)->parts) {  // all groups have the same sub-groups
    LS_PARTED_SPACE const ls_u32* parts = ls_parted_items(ls_parted_at(access));
    const ls_u32 part = parts[actor_a - first];
    if (group_a == group_r && part == parts[actor_b - first] && part != parts[actor_r - first]) return 0;
  } else if (ls_parted_at(access) && first == access->group_first) {
    return 0;  // those of a parted group may go separate ways: what meets r then need not meet the two
  }
  return group_a == group_r && actor_a != actor_b && ls_segment(a, ss, as) >= segment_r &&
         ls_segment(b, ss, as) >= segment_r;
}

// LS_SHARED or LS_SHARED_ALL if the kept records kept[first..count) allow it, else 0.
// `old_flags`: see ls_cell_step.
LS_INLINE ls_u32 ls_shared(const ls_u64* kept, ls_u32 first, ls_u32 count, ls_u32 old_flags,
                           const ls_access* access) {
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  const ls_u64 head = kept[first];
  const ls_u64 actor = ls_actor(head, as);
  const ls_u32 shared = ls_class(head);  // plain reads, or atomic writes
  if ((shared != LS_CLASS_R && shared != LS_CLASS_AW) ||
      !ls_in_group(actor, access->group_first, access->group_size))
    return 0;
  const ls_u32 head_is_copy = ls_is_copy(actor, access);
  ls_u32 hostile = 0, in_group = 0, between = 0;
  for (ls_u32 i = first + 1u; i < count; ++i) {
    const ls_u64 r = kept[i];
    const ls_u64 other = ls_actor(r, as);
    const ls_u32 same_group = ls_in_group(other, access->group_first, access->group_size);
    const ls_u32 cls = ls_class(r);
    if (ls_classes_conflict(cls, shared)) {
      if (!(old_flags >> i & 1u)) return 0;  // another work-item's access would meet it
      hostile = 1;
    } else if (cls == shared && other != actor) {
      if (!same_group) between = 1;
      else if (!head_is_copy && !ls_is_copy(other, access) &&
               ls_segment(r, ss, as) >= ls_segment(head, ss, as)) in_group = 1;
    }
  }
  if (between && !hostile) return LS_SHARED_ALL;
  // Who is in another branch of a parted group, or leaves, is not what the kept ones stand for.
  return in_group && !ls_parted_at(access) ? LS_SHARED : 0u;
}

// In a group that has parted, of a cell whose head was LS_SHARED: two of kept[1..count) stand for all who did the
// same as long as the group was together. Might the access meet one of those that is not kept?
LS_INLINE ls_u32 ls_others_may_meet(const ls_u64* kept, ls_u32 count, const ls_access* access) {
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  if (count < 2u || access->group_items < 3u ||
      !ls_in_group(ls_actor(kept[1], as), access->group_first, access->group_size) ||
      !ls_classes_conflict(ls_class(kept[1]), ls_class(access->record)))
    return 0;
  const ls_u32 segment = ls_segment(kept[1], ss, as), me = ls_item(access->record, access);
  for (ls_u32 x = 0; x < access->group_items; ++x) {
    if (x == me || segment < ls_parted_from(ls_parted_at(access), x, me, access->order)) continue;
    ls_u32 known = 0;
    for (ls_u32 i = 1; i < count; ++i) known |= ls_actor(kept[i], as) == access->group_first + x;
    if (!known) return 1;
  }
  return 0;
}

// How grave a finding is, for choosing among several: race > wrong flag > same value.
LS_INLINE ls_u32 ls_gravity(ls_u32 finding) {
  return finding == LS_FINDING_RACE ? 3u
         : finding == LS_FINDING_WRONG_FLAG ? 2u
         : finding == LS_FINDING_SAME_VALUE ? 1u
                                            : 0u;
}

// The transitions that make up nearly all of a race-free kernel: one kept record, of the same
// work-item and segment or ordered before the access; or a second reader. Returns 0 and leaves the
// cell alone if it is none of these. Exactly what ls_cell_step would do, in a few instructions.
LS_INLINE ls_u32 ls_cell_quick(ls_cell* cell, const ls_access* access) {
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  const ls_u64 head = cell->head;
  const ls_u64 mine = access->record;
  const ls_u32 kept_class = ls_class(head), my_class = ls_class(mine);
  const ls_u32 plain = kept_class <= LS_CLASS_W && my_class <= LS_CLASS_W;
  const ls_u64 actor = ls_actor(head, as);
  if (ls_parted_at(access) || !ls_in_group(actor, access->group_first, access->group_size)) return 0;
  const ls_u32 no_copies = access->group_items == access->group_size;
  if (ls_ordered(head, access)) {
    // The head is the newest record of the group, so all others are ordered before us as well
    // (without copies, which waits order and not barriers).
    if (access->is_local && (no_copies || !(head & LS_MORE))) {
      cell->head = mine;
    } else if (!(head & (LS_MORE | LS_RACED)) && ls_class_covers(my_class, kept_class)) {
      ls_u32 flags = (ls_u32)head & LS_VARIED_EVER;
      if (my_class == LS_CLASS_W && (kept_class != LS_CLASS_W || cell->value != access->value))
        flags = LS_VARIED_EVER;
      cell->head = mine | flags;
    } else {
      return 0;
    }
    cell->value = access->value;
    return 1;
  }
  if ((head & (LS_MORE | LS_RACED)) || !plain) return 0;
  if (((head ^ mine) >> ss) == 0) {
    if (my_class == LS_CLASS_W) {
      // Two different values, or a read before the write: equal values no longer excuse it.
      if (kept_class == LS_CLASS_R) cell->head = mine | LS_VARIED;
      else if (cell->value != access->value) cell->head = head | LS_VARIED;
      cell->value = access->value;
    } else if (kept_class == LS_CLASS_W) {
      cell->head = head | LS_VARIED;
    }
    return 1;
  }
  if (kept_class == LS_CLASS_R && my_class == LS_CLASS_R && ls_same_segment(head, access)) {
    cell->head = mine | LS_MORE | LS_SHARED;
    cell->more[0] = head & ~(ls_u64)LS_HEAD_FLAGS;
    for (ls_u32 i = 1; i < LS_MORE_RECORDS; ++i) cell->more[i] = 0;
    return 1;
  }
  return 0;
}

// Applies `access` to `cell` (without LS_BUSY) and says what it met.
// Among equally grave conflicts the record with the smallest number is named.
LS_INLINE ls_outcome ls_cell_step(ls_cell* cell, const ls_access* access) {
  ls_outcome out = {0, 0, 0, 0, 0, 0, 0, 0};
  const ls_u32 as = access->actor_shift;
  const ls_u64 keep_mask = ~(ls_u64)LS_HEAD_FLAGS;
  const ls_u64 mine = access->record & keep_mask;
  const ls_u64 my_actor = ls_actor(mine, as);
  const ls_u32 my_class = ls_class(mine);

  // 1. The live records.
  ls_u64 kept[LS_KEPT + 1u];
  ls_u32 old_flags = 0;  // bit i: kept[i] is ordered before everything its group (ours) does now
  ls_u32 ordered = 0;    // ... or at least before the access, which is the same unless the group has parted
  ls_u32 count = 1;      // kept[0] is for the access itself
  ls_u32 head_flags = 0;
  ls_u32 had_write = 0;     // a plain write of this launch is known
  ls_u32 current_write = 0; // ... by our group, not ordered by a barrier
  ls_u32 segment_write = 0; // ... by our group, in this very segment
  for (ls_u32 i = 0; i < LS_KEPT; ++i) {
    const ls_u64 raw = i == 0 ? cell->head : cell->more[i - 1u];
    if (!ls_of_launch(raw, access->first_actor, as)) {
      if (i == 0) break;
      continue;
    }
    if (i == 0) head_flags = (ls_u32)raw & LS_HEAD_FLAGS;
    const ls_u64 r = raw & keep_mask;
    const ls_u32 same_group =
        ls_in_group(ls_actor(r, as), access->group_first, access->group_size);
    const ls_u32 old = same_group && ls_old(r, access);
    if (access->is_local && old) {
      if (i == 0 && !(head_flags & LS_MORE)) break;
      continue;
    }
    if (ls_class(r) == LS_CLASS_W) {
      had_write = 1;
      if (same_group && !old) current_write = 1;
      if (same_group && ls_same_segment(r, access)) segment_write = 1;
    }
    if (old) old_flags |= 1u << count;
    if (old || (ls_parted_at(access) && same_group && ls_ordered(r, access))) ordered |= 1u << count;
    kept[count++] = r;
    if (i == 0 && !(head_flags & LS_MORE)) break;
  }
  if (access->is_local && count == 1) head_flags = 0;  // a new epoch: as good as empty
  const ls_u32 differs = had_write && cell->value != access->value;
  // Whose value the cell's is: records stand in the order of their accesses, the latest first.
  ls_u32 last = 1;
  while (last < count && ls_class(kept[last]) != LS_CLASS_W) ++last;
  const ls_u64 last_actor = last < count ? ls_actor(kept[last], as) : my_actor;
  const ls_u32 last_in_group = ls_in_group(last_actor, access->group_first, access->group_size);
  const ls_u32 last_conflicts =
      my_class == LS_CLASS_W && last_actor != my_actor && !(ordered >> last & 1u);

  // 2. Conflicts.
  for (ls_u32 i = 1; i < count; ++i) {
    const ls_u64 r = kept[i];
    const ls_u64 actor = ls_actor(r, as);
    if (actor == my_actor || !ls_classes_conflict(ls_class(r), my_class)) continue;
    if (ordered >> i & 1u) continue;
    const ls_u32 same_group = ls_in_group(actor, access->group_first, access->group_size);
    const ls_u32 behind_barrier = same_group && ls_behind_barrier(r, access);
    ls_u32 finding = behind_barrier ? LS_FINDING_WRONG_FLAG : LS_FINDING_RACE;
    // What the others wrote is not known any more. Where it was not the same, they have met the
    // last writer, or each other, before.
    if (ls_class(r) == LS_CLASS_W && differs && last_conflicts && i != last &&
        (head_flags & LS_VARIED_EVER))
      continue;
    // Nor where it was we who wrote another value over it: that met them as a race, and whether they
    // wrote what we write now cannot be told.
    if (ls_class(r) == LS_CLASS_W && behind_barrier && differs && last_actor == my_actor && i != last &&
        (head_flags & LS_RACED))
      continue;
    if (ls_class(r) == LS_CLASS_W && my_class == LS_CLASS_W && !differs) {
      if (!(head_flags & (!same_group      ? LS_VARIED_EVER
                          : behind_barrier ? LS_VARIED_NOW
                                           : LS_VARIED_SEGMENT))) {
        // An earlier write of another value may hide behind the one that is kept. In a group that has parted
        // there need not be a barrier behind it.
        finding = !same_group || !(head_flags & LS_VARIED_NOW)   ? LS_FINDING_SAME_VALUE
                  : ls_parted_at(access) && !behind_barrier ? LS_FINDING_RACE
                                                            : LS_FINDING_WRONG_FLAG;
      }
    }
    const ls_u32 gravity = ls_gravity(finding), known = ls_gravity(out.finding);
    if (gravity > known || (gravity == known && r < out.met)) {
      out.finding = finding;
      out.met = r;
      out.inter_group = !same_group;
      out.apart = same_group && !behind_barrier ? ls_apart(r, access) : 0u;
      // Only the last write's value is known; others that differed from it have met it before.
      out.stands = finding == LS_FINDING_RACE && my_class == LS_CLASS_W && ls_class(r) == LS_CLASS_W && !differs
                       ? LS_KEY_STANDS
                       : 0u;
    }
  }
  if (out.finding == LS_FINDING_RACE) head_flags |= LS_RACED;
  const ls_u32 others = ls_parted_at(access) && (head_flags & LS_SHARED) && !out.finding
                            ? ls_others_may_meet(kept, count, access)
                            : 0u;

  // 3. Values: do the plain writes of this epoch, of this launch, differ?
  ls_u32 flags = head_flags & (LS_VARIED | LS_RACED);
  if (my_class == LS_CLASS_W) {
    if (!segment_write) flags &= ~LS_VARIED_SEGMENT;
    if (!current_write) flags &= ~LS_VARIED_NOW;
    if (!had_write) flags &= ~LS_VARIED_EVER;
    // Against another group's value this says nothing of our group's writes, but the cell has raced.
    if (differs)
      flags |= LS_VARIED_EVER | (current_write && last_in_group ? LS_VARIED_NOW : 0u) |
               (segment_write && last_in_group ? LS_VARIED_SEGMENT : 0u);
    cell->value = access->value;
  }

  // 4. Records: add ours unless a kept one says as much, drop what others stand for.
  const ls_u32 has_write = had_write || my_class == LS_CLASS_W;
  ls_u32 first = 0;
  kept[0] = mine;
  for (ls_u32 i = 1; i < count; ++i) {
    if (ls_dominates(kept[i], mine, 0, access)) {
      first = 1;
      if (ls_class(kept[i]) == LS_CLASS_W && my_class != LS_CLASS_W) flags |= LS_VARIED;
      if (i != 1 && my_class == LS_CLASS_W) {  // the last writer's record stands in front
        const ls_u64 front = kept[1];
        const ls_u32 bits = (old_flags >> 1 ^ old_flags >> i) & 1u;
        kept[1] = kept[i];
        kept[i] = front;
        old_flags ^= bits << 1 | bits << i;
      }
    }
  }
  for (ls_u32 i = first; i < count && count - first > 1u;) {
    const ls_u64 r = kept[i];
    ls_u32 gone = 0;
    if (i != 0) {  // our own record stays
      for (ls_u32 j = first; j < count && !gone; ++j) {
        if (j == i) continue;
        gone = ls_dominates(kept[j], r, old_flags >> i & 1u, access);
        for (ls_u32 k = j + 1u; k < count && !gone; ++k) {
          gone = k != i && ls_pair_dominates(kept[j], kept[k], r, access);
          out.stood |= gone && ls_parted_at(access) && ls_parted_at(access)->parts;
        }
      }
    }
    if (gone) {
      // Only plain writes of the accessing group (or a race) can have made it superfluous.
      if (has_write && ls_class(r) != LS_CLASS_W)
        flags |= ls_varied(r, access);
      for (ls_u32 j = i; j + 1u < count; ++j) kept[j] = kept[j + 1u];
      old_flags = (old_flags & ((1u << i) - 1u)) | ((old_flags >> 1) & ~((1u << i) - 1u));
      --count;
    } else {
      ++i;
    }
  }
  if (count - first > LS_KEPT) {  // only after a finding in this cell; the test proves it
    --count;
    out.evicted = !(flags & LS_RACED);
  }
  out.evicted |= others;

  // 5. Write back.
  if (count - first > 1u) flags |= LS_MORE;
  if (count - first > 1u) flags |= ls_shared(kept, first, count, old_flags, access);
  if (ls_parted_at(access)) flags |= head_flags & LS_SHARED;
  const ls_u64 head = kept[first] | flags;
  out.changed = head != cell->head;
  cell->head = head;
  for (ls_u32 i = 1; i < LS_KEPT; ++i) {
    const ls_u64 r = first + i < count ? kept[first + i] : 0;
    if ((flags & LS_MORE) && cell->more[i - 1u] != r) out.changed = 1;
    cell->more[i - 1u] = r;
  }
  return out;
}

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_CELL_H_
