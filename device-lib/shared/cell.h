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
// Why five are enough while nothing was found: plain writes leave only the last writer's group;
// within its current epoch at most {a plain read and an atomic write by one work-item, an atomic
// read by another} coexist without a conflict, and one older plain write stands for all that
// other groups could still meet. Only after a warning (wrong-fence-flag) can more be wanted; the
// cell then forgets its oldest record and says so (`evicted`).
// tests/unit/device-lib/cell_test.cc checks this against a brute-force model.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_CELL_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_CELL_H_

#include "device-lib/shared/access.h"
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
  ls_u32 finding;      // LS_FINDING_* of the gravest conflict; 0 = none
  ls_u32 inter_group;  // 1 if the other work-item belongs to another group
  ls_u64 met;          // the record that conflicts
  ls_u32 evicted;      // records forgotten although they could still matter
  ls_u32 changed;      // 1 if the cell differs from before
  ls_u32 apart;        // LS_KEY_LEFT, LS_KEY_PARTED, LS_KEY_UNNAMED, if that is why it conflicts
  ls_u32 stood;        // 1: a record was dropped for which two others stand as long as no sub-group parts
  ls_u32 stands;       // LS_KEY_STANDS, if what the record stands for is why it conflicts
} ls_outcome;

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

// Whether the access's group is one whose sub-groups have barriers of their own, of which none has parted. There
// LS_VARIED_NOW means: not ordered before the writer's sub-group; LS_VARIED_SEGMENT without it: before that one, by a
// barrier of its own, and not before the others.
LS_INLINE ls_u32 ls_in_parts(const ls_access* access) {
  return ls_fixed_parts(access) || (ls_parted_at(access) && ls_parted_at(access)->parts);
}

// Whether a barrier may have ordered the access behind some of its group's work-items and not behind others.
LS_INLINE ls_u32 ls_unevenly(const ls_access* access) { return ls_fixed_parts(access) || ls_parted_at(access); }

// The sub-group of a group's work-item number `item`, where the access's group is in parts.
LS_INLINE ls_u64 ls_part_of(const ls_access* access, ls_u64 item) {
  if (ls_fixed_parts(access)) return ls_fixed_part(access, item);
  return ls_parted_items(ls_parted_at(access))[item];
}

// Is record `r` of the access's group, which is in parts, of the access's sub-group?
LS_INLINE ls_u32 ls_same_part(ls_u64 r, const ls_access* access) {
  return ls_part_of(access, ls_item(r, access)) == ls_part_of(access, ls_item(access->record, access));
}

// The LS_VARIED_* flags that apply once a write of the accessing group also stands for record `r`.
LS_INLINE ls_u32 ls_varied(ls_u64 r, const ls_access* access) {
  const ls_u64 actor = ls_actor(r, access->actor_shift);
  if (!ls_in_group(actor, access->group_first, access->group_size)) return LS_VARIED_EVER;
  if (ls_in_parts(access))
    return LS_VARIED_EVER | (!ls_ordered(r, access) ? LS_VARIED_NOW : ls_old(r, access) ? 0u : LS_VARIED_SEGMENT);
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
  if (ls_in_parts(access)) {  // all groups have the same sub-groups
    const ls_u64 part = ls_part_of(access, actor_a - first);
    if (group_a == group_r && part == ls_part_of(access, actor_b - first) &&
        part != ls_part_of(access, actor_r - first))
      return 0;
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
  const ls_u32 shared = ls_class(head);  // plain reads, or atomic operations
  if (shared == LS_CLASS_W || !ls_in_group(actor, access->group_first, access->group_size)) return 0;
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
    } else if (ls_class_covers(cls, shared) && other != actor) {
      if (!same_group) between = 1;
      else if (!head_is_copy && !ls_is_copy(other, access) &&
               ls_segment(r, ss, as) >= ls_segment(head, ss, as)) in_group = 1;
    }
  }
  if (between && !hostile) return LS_SHARED_ALL;
  // Who is in another branch of a parted group, or leaves, is not what the kept ones stand for.
  return in_group && !ls_unevenly(access) ? LS_SHARED : 0u;
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

// A second access, by another work-item, that does not conflict with the only record: that moves into the more plane.
// `shared`: LS_SHARED, if they are of one group and segment, or LS_SHARED_ALL.
LS_INLINE void ls_cell_second(ls_cell* cell, const ls_access* access, ls_u32 shared) {
  const ls_u64 head = cell->head;
  if (!ls_class_covers(ls_class(head), ls_class(access->record))) shared = 0;
  cell->head = access->record | (head & LS_VARIED) | LS_MORE | shared;
  cell->more[0] = head & ~(ls_u64)LS_HEAD_FLAGS;
  cell->more[1] = cell->more[2] = cell->more[3] = 0;
}

// The transitions that make up nearly all of a race-free kernel: one kept record, of the same
// work-item and segment or ordered before the access; or a second that does not conflict. Returns 0 and leaves the cell
// alone if it is none of these. Exactly what ls_cell_step would do, in a few instructions.
LS_INLINE ls_u32 ls_cell_quick(ls_cell* cell, const ls_access* access) {
  const ls_u32 ss = access->segment_shift, as = access->actor_shift;
  const ls_u64 head = cell->head;
  const ls_u64 mine = access->record;
  const ls_u32 kept_class = ls_class(head), my_class = ls_class(mine);
  const ls_u32 plain = kept_class <= LS_CLASS_W && my_class <= LS_CLASS_W;
  const ls_u64 actor = ls_actor(head, as);
  const ls_u32 agree = kept_class != LS_CLASS_NONE && !ls_classes_conflict(kept_class, my_class);
  if (!ls_in_group(actor, access->group_first, access->group_size)) {
    if (!agree || (head & (LS_MORE | LS_RACED))) return 0;
    ls_cell_second(cell, access, LS_SHARED_ALL);
    return 1;
  }
  if (ls_unevenly(access)) return 0;
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
  if (head & (LS_MORE | LS_RACED)) return 0;
  if (((head ^ mine) >> ss) == 0) {
    if (!plain) return 0;
    if (my_class == LS_CLASS_W) {
      // Two different values, or a read before the write: equal values no longer excuse it. The record is that of the
      // write whose value is kept.
      if (kept_class == LS_CLASS_R || cell->value != access->value) cell->head = mine | LS_VARIED;
      cell->value = access->value;
    } else if (kept_class == LS_CLASS_W) {
      cell->head = head | LS_VARIED;
    }
    return 1;
  }
  if (agree && ls_same_segment(head, access)) {
    ls_cell_second(cell, access, LS_SHARED);
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
  ls_u32 near_write = 0;    // ... by our group, not ordered before the access
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
      if (same_group && !ls_ordered(r, access)) near_write = 1;
      if (same_group && ls_same_segment(r, access)) segment_write = 1;
    }
    if (old) old_flags |= 1u << count;
    if (old || (ls_unevenly(access) && same_group && ls_ordered(r, access))) ordered |= 1u << count;
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
      if (same_group && ls_in_parts(access)) {
        const ls_u32 varied = ls_same_part(r, access) ? LS_VARIED_NOW : LS_VARIED_NOW | LS_VARIED_SEGMENT;
        if (!(head_flags & varied)) finding = LS_FINDING_SAME_VALUE;
      } else if (!(head_flags & (!same_group ? LS_VARIED_EVER : behind_barrier ? LS_VARIED_NOW : LS_VARIED_SEGMENT))) {
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
    if (ls_in_parts(access)) {
      // What is ordered before the writer by now may not be before other sub-groups.
      if (!near_write && (flags & LS_VARIED_NOW)) flags = (flags & ~LS_VARIED_NOW) | LS_VARIED_SEGMENT;
      if (!current_write) flags &= ~(LS_VARIED_NOW | LS_VARIED_SEGMENT);
    } else {
      if (!segment_write) flags &= ~LS_VARIED_SEGMENT;
      if (!current_write) flags &= ~LS_VARIED_NOW;
    }
    if (!had_write) flags &= ~LS_VARIED_EVER;
    // Against another group's value this says nothing of our group's writes, but the cell has raced.
    if (differs && ls_in_parts(access))
      flags |= LS_VARIED_EVER | (!current_write || !last_in_group ? 0u
                                 : near_write                     ? LS_VARIED_NOW
                                                                  : LS_VARIED_SEGMENT);
    else if (differs)
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
      // Of two writes of ours the record is that of the one whose value is kept.
      if (my_class == LS_CLASS_W && differs && ls_class(kept[i]) == LS_CLASS_W && ls_actor(kept[i], as) == my_actor)
        kept[i] = mine;
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
