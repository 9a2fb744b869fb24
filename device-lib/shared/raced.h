// The short ways of cells in which accesses race: what their heads and second records tell, without the whole
// transition of cell.h. A racy kernel races at every cell, mostly between the same two statements, and is to cost about
// what its repaired twin costs. tests/unit/device-lib/raced_test.cc compares each answer with ls_cell_step.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_RACED_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_RACED_H_

#include "device-lib/shared/access.h"
#include "device-lib/shared/cell.h"
#include "device-lib/shared/log.h"
#include "device-lib/shared/record.h"
#include "device-lib/shared/types.h"

// Neither has the group parted, nor do copies take part.
LS_INLINE ls_u32 ls_simply_ordered(const ls_access* access) {
  return !ls_unevenly(access) && access->group_items == access->group_size;
}

// Whether actors `a` and `b`, neither of the access's group, surely belong to two groups; 0 also where they are near.
LS_INLINE ls_u32 ls_far_apart(ls_u64 a, ls_u64 b, const ls_access* access) {
  return (a > b ? a - b : b - a) >= access->group_size;
}

// Whether work-items `a` and `b` of two records stand for all that one of the access's group did in its segment: they
// are of two groups, or both of that one.
LS_INLINE ls_u32 ls_two_stand(ls_u64 a, ls_u64 b, ls_u32 a_near, ls_u32 b_near, const ls_access* access) {
  return a_near && b_near ? a != b : a_near || b_near || ls_far_apart(a, b, access);
}

// What a cell needs of an access that raced with it as others did before.
typedef struct {
  ls_u32 flags;  // its head gets these, which say that its records stand for others
  ls_u32 value;  // 1: its value becomes the access's
} ls_again;

// A write by the work-item whose write, of the same segment, the cell's head is: what is new of it is its value.
LS_INLINE ls_u32 ls_writes_again(ls_u64 head, ls_u64 second, ls_u32 differs, ls_u32 second_near,
                                 const ls_access* access, ls_outcome* out, ls_again* again) {
  const ls_u32 second_class = ls_class(second), writes = second_class == LS_CLASS_W;
  if (ls_actor(second, access->actor_shift) == ls_actor(access->record, access->actor_shift) ||
      !ls_classes_conflict(second_class, LS_CLASS_W))
    return 0;
  if (writes && !differs && !(head & (second_near ? LS_VARIED_SEGMENT : LS_VARIED_EVER))) return 0;
  out->finding = LS_FINDING_RACE;
  out->met = second;
  out->inter_group = !second_near;
  out->stands = writes && !differs ? LS_KEY_STANDS : 0u;
  again->flags = differs ? LS_VARIED : 0u;
  again->value = differs;
  return 1;
}

// Has the race of the access with its cell been met there before? Then the cell's records, which are `head` and
// `second`, already stand for the access, too: whatever would conflict with it will conflict with one of them, as a
// race (they belong to two groups or are two work-items of the access's group in its segment, or one is its own). The
// outcome is that of ls_cell_step; the cell keeps its records, and gets what *again says. Returns 0, and says nothing,
// if the whole transition is to be asked, as where there is no race, or a `third` record. `value`: the cell's; of no
// account but for plain writes.
LS_INLINE ls_u32 ls_raced_again(ls_u64 head, ls_u64 second, ls_u64 third, ls_u64 value, const ls_access* access,
                                ls_outcome* out, ls_again* again) {
  if ((head & (LS_RACED | LS_MORE | LS_BUSY)) != (LS_RACED | LS_MORE) || third != 0 || !ls_simply_ordered(access))
    return 0;
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  const ls_u32 cls = ls_class(access->record), first_class = ls_class(head), second_class = ls_class(second);
  const ls_u64 me = ls_actor(access->record, as), a = ls_actor(head, as), b = ls_actor(second, as);
  if (a < access->first_actor || b < access->first_actor) return 0;
  const ls_u32 a_near = ls_in_group(a, access->group_first, access->group_size);
  const ls_u32 b_near = ls_in_group(b, access->group_first, access->group_size);
  // A barrier stands between them.
  if ((a_near && ls_segment(head, ss, as) != access->segment) ||
      (b_near && ls_segment(second, ss, as) != access->segment))
    return 0;
  const ls_u32 differs = value != access->value;
  if (a == me && cls == LS_CLASS_W && first_class == LS_CLASS_W)
    return ls_writes_again(head, second, differs, b_near, access, out, again);
  if (!ls_class_covers(first_class, cls) || !ls_class_covers(second_class, cls)) return 0;
  if (!ls_two_stand(a, b, a_near, b_near, access)) return 0;
  const ls_u32 needed = a_near && b_near ? LS_VARIED : LS_VARIED_EVER;
  const ls_u32 writes = cls == LS_CLASS_W;
  // With equal values what they stand for would be excused.
  if (writes && (head & needed) != needed) return 0;
  again->flags = writes ? 0u : needed;
  again->value = 0;
  ls_u32 meets_a = a != me && ls_classes_conflict(first_class, cls);
  ls_u32 meets_b = b != me && ls_classes_conflict(second_class, cls);
  if (writes) {  // both records are writes, and `head`, by somebody else, is the last
    if (differs) {
      meets_b = 0;  // what it wrote is not known any more
    } else if (!(head & LS_VARIED_SEGMENT)) {
      meets_a &= !a_near;
      meets_b &= !b_near;
    }
  }
  if (!meets_a && !meets_b) return 0;
  const ls_u64 met_a = head & ~(ls_u64)LS_HEAD_FLAGS;
  const ls_u32 first = meets_a && (!meets_b || met_a <= second);
  out->finding = LS_FINDING_RACE;
  out->met = first ? met_a : second;
  out->inter_group = !(first ? a_near : b_near);
  out->stands = writes && !differs ? LS_KEY_STANDS : 0u;
  return 1;
}

// Likewise ls_raced_again, of a cell with any number of records and an access that is no plain write: one of floats
// that are read and then exchanged atomically keeps two reads and two exchanges. They stay if one by the access's own
// work-item, or two, stand for it.
LS_INLINE ls_u32 ls_raced_among(ls_u64 head, const ls_u64* more, const ls_access* access, ls_outcome* out,
                                ls_again* again) {
  const ls_u32 ss = access->segment_shift, as = access->actor_shift, cls = ls_class(access->record);
  if ((head & (LS_RACED | LS_MORE | LS_BUSY | LS_SHARED | LS_SHARED_ALL)) != (LS_RACED | LS_MORE) ||
      cls == LS_CLASS_W || !ls_simply_ordered(access))
    return 0;
  const ls_u64 me = ls_actor(access->record, as);
  ls_u32 stood = 0, one = 0, one_near = 0, written = 0, met_near = 0;
  ls_u64 of_one = 0, met = 0;
  for (ls_u32 i = 0; i <= LS_MORE_RECORDS; ++i) {
    const ls_u64 r = i == 0 ? head & ~(ls_u64)LS_HEAD_FLAGS : more[i - 1u];
    if (r == 0) break;
    const ls_u64 actor = ls_actor(r, as);
    if (actor < access->first_actor) return 0;
    const ls_u32 near = ls_in_group(actor, access->group_first, access->group_size);
    if (near && ls_segment(r, ss, as) != access->segment) return 0;  // a barrier stands between them
    written |= ls_class(r) == LS_CLASS_W;
    if (ls_class_covers(ls_class(r), cls)) {
      stood |= actor == me || (one && ls_two_stand(of_one, actor, one_near, near, access));
      if (!one) {
        one = 1;
        one_near = near;
        of_one = actor;
      }
    }
    if (actor != me && ls_classes_conflict(ls_class(r), cls) && (met == 0 || r < met)) {
      met = r;
      met_near = near;
    }
  }
  if (!stood || met == 0) return 0;
  again->flags = written ? LS_VARIED : 0u;
  again->value = 0;
  out->finding = LS_FINDING_RACE;
  out->met = met;
  out->inter_group = !met_near;
  out->stands = 0;
  return 1;
}

// Whether `record` is of a plain read at the site and in the segment of the one that the cell's head is, or else its
// first further record (LS_KNOWN).
LS_INLINE ls_u32 ls_reads_alike(ls_u64 head, ls_u64 first, ls_u64 record, ls_u32 actor_shift) {
  const ls_u64 alike = (((ls_u64)1 << actor_shift) - 1u) & (~(ls_u64)LS_STATE_MASK | LS_CLASS_MASK);
  const ls_u64 read = ls_class(head) == LS_CLASS_R ? head : first;
  return ls_class(record) == LS_CLASS_R && ((read ^ record) & alike) == 0;
}

// Whether plain reads conflict with just one of a cell's records, so that all at one site, but those of that one's
// work-item, are the same pair.
LS_INLINE ls_u32 ls_meets_only_one(ls_u64 head, const ls_u64* more) {
  ls_u32 conflicts = ls_classes_conflict(ls_class(head), LS_CLASS_R);
  for (ls_u32 i = 0; i < LS_MORE_RECORDS; ++i) conflicts += ls_classes_conflict(ls_class(more[i]), LS_CLASS_R);
  return conflicts == 1u;
}

// Likewise of a cell that all write the same value to, which is nobody's race: two writes of it stand for a third. The
// cell stays as it is.
LS_INLINE ls_u32 ls_equal_again(ls_u64 head, ls_u64 second, ls_u64 third, ls_u64 value, const ls_access* access,
                                ls_outcome* out) {
  if ((head & LS_HEAD_FLAGS) != LS_MORE || third != 0 || value != access->value ||
      ls_class(access->record) != LS_CLASS_W || ls_class(head) != LS_CLASS_W || ls_class(second) != LS_CLASS_W ||
      !ls_simply_ordered(access))
    return 0;
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  const ls_u64 me = ls_actor(access->record, as), a = ls_actor(head, as), b = ls_actor(second, as);
  if (a < access->first_actor || b < access->first_actor) return 0;
  const ls_u32 a_near = ls_in_group(a, access->group_first, access->group_size);
  const ls_u32 b_near = ls_in_group(b, access->group_first, access->group_size);
  if ((a_near && ls_segment(head, ss, as) != access->segment) ||
      (b_near && ls_segment(second, ss, as) != access->segment) || !ls_two_stand(a, b, a_near, b_near, access))
    return 0;
  const ls_u64 met_a = head & ~(ls_u64)LS_HEAD_FLAGS;
  const ls_u32 first = a != me && (b == me || met_a <= second);
  out->finding = LS_FINDING_SAME_VALUE;
  out->met = first ? met_a : second;
  out->inter_group = !(first ? a_near : b_near);
  out->stands = 0;
  return 1;
}

// The first race of a cell that keeps one record, with that one and without a barrier between them: exactly what
// ls_cell_step makes of the cell and says. Returns 0, and leaves the cell alone, if it is none. The head is of this
// launch and not busy.
LS_INLINE ls_u32 ls_meets_one(ls_cell* cell, const ls_access* access, ls_outcome* out) {
  const ls_u64 head = cell->head, met = head & ~(ls_u64)LS_HEAD_FLAGS;
  if ((head & LS_MORE) || !ls_simply_ordered(access)) return 0;
  const ls_u32 kept_class = ls_class(met), cls = ls_class(access->record);
  const ls_u64 actor = ls_actor(met, access->actor_shift);
  if (actor == ls_actor(access->record, access->actor_shift) || !ls_classes_conflict(kept_class, cls)) return 0;
  const ls_u32 near = ls_in_group(actor, access->group_first, access->group_size);
  if (near && ls_segment(met, access->segment_shift, access->actor_shift) != access->segment) return 0;
  const ls_u32 writes = kept_class == LS_CLASS_W && cls == LS_CLASS_W;
  const ls_u32 differs = kept_class == LS_CLASS_W && cell->value != access->value;
  if (writes && !differs && !(head & (near ? LS_VARIED_SEGMENT : LS_VARIED_EVER))) return 0;
  out->finding = LS_FINDING_RACE;
  out->met = met;
  out->inter_group = !near;
  out->evicted = 0;
  out->apart = 0;
  out->stood = 0;
  out->stands = writes && !differs ? LS_KEY_STANDS : 0u;
  ls_u32 flags = (ls_u32)head & LS_VARIED;
  if (cls == LS_CLASS_W) {
    const ls_u32 of_group = LS_VARIED_SEGMENT | LS_VARIED_NOW;
    if (!writes)
      flags = 0;
    else if (!near)
      flags &= ~of_group;
    if (differs) flags |= LS_VARIED_EVER | (near ? of_group : 0u);
    cell->value = access->value;
  }
  cell->head = (access->record & ~(ls_u64)LS_HEAD_FLAGS) | LS_RACED | LS_MORE | flags;
  cell->more[0] = met;
  cell->more[1] = cell->more[2] = cell->more[3] = 0;  // as a loop it would keep the cell out of registers
  return 1;
}

// The first race of a cell that the writer and one other work-item have read: likewise. Of the cell's
// records behind the head the first two are given.
LS_INLINE ls_u32 ls_meets_reader(ls_cell* cell, const ls_access* access, ls_outcome* out) {
  const ls_u64 head = cell->head & ~(ls_u64)LS_HEAD_FLAGS, second = cell->more[0];
  if ((cell->head & (LS_MORE | LS_RACED)) != LS_MORE || cell->more[1] != 0 || !ls_simply_ordered(access) ||
      ls_class(access->record) != LS_CLASS_W || ls_class(head) != LS_CLASS_R || ls_class(second) != LS_CLASS_R)
    return 0;
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  const ls_u64 me = access->record >> ss;  // and its segment
  const ls_u64 met = head >> ss == me ? second : head, own = head >> ss == me ? head : second;
  const ls_u64 actor = ls_actor(met, as);
  if (own >> ss != me || actor == ls_actor(own, as) || actor < access->first_actor) return 0;
  const ls_u32 near = ls_in_group(actor, access->group_first, access->group_size);
  if (near && ls_segment(met, ss, as) != access->segment) return 0;
  out->finding = LS_FINDING_RACE;
  out->met = met;
  out->inter_group = !near;
  out->evicted = out->apart = out->stood = out->stands = 0;
  cell->value = access->value;
  cell->head = (access->record & ~(ls_u64)LS_HEAD_FLAGS) | LS_RACED | LS_MORE | LS_VARIED;
  cell->more[0] = met;
  return 1;
}

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_RACED_H_
