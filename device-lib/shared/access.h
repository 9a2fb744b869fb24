// An access as the check sees it, and how an earlier record is ordered with it. Pure, read both as OpenCL C and as C++;
// data races as in ESOP'13 Def. 3.1 with OpenCL's per-region barriers (docs: shared/design/semantics.md sections 2-3).
//
// Actors are work-items and, in kernels with asynchronous copies, the copies of a group: the actor numbers of a group
// are its work-items', then LS_COPY_SLOTS for its copies (semantics.md section 1). The segment of a work-item's record
// counts barriers, that of a copy's record counts waits (wait_group_events): a copy is ordered before what its group
// does once a wait has completed it, whatever barriers stand there, and a copy that a wait leaves open is recorded anew
// behind it. So the two numberings are never compared; ls_ordered is the one place that knows both.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_ACCESS_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_ACCESS_H_

#include "device-lib/shared/log.h"
#include "device-lib/shared/parted.h"
#include "device-lib/shared/record.h"
#include "device-lib/shared/types.h"

typedef struct {
  ls_u64 record;       // actor, segment, site, class and scope of the access
  ls_u64 value;        // plain writes: the bits written
  ls_u64 first_actor;  // records of lower actors are leftovers of earlier launches
  ls_u64 group_first;  // actor number of the first work-item of the access's group
  ls_u32 group_size;   // actors of a group: its work-items, then its copies
  ls_u32 group_items;  // work-items of a group; equal to group_size if there are no copies
  ls_u32 from;         // first segment of the own group's work-items that is not ordered before the access
  ls_u32 waits;        // likewise of the own group's copies
  ls_u32 segment;      // barriers passed; of a copy: when it was called
  ls_u32 segment_shift;
  ls_u32 actor_shift;
  ls_u32 is_local;                          // 1 for local memory: no other group can ever meet its records
  ls_u32 order;                             // LS_ORDER_*, of the flags that order the access
  LS_PARTED_SPACE const ls_parted* parted;  // of the access's group; null: it has not parted
  LS_PARTED_SPACE const ls_u64* part_of;    // fixed parts (parted.h): who is in which; null: there are none
  ls_u32 part_from;                         // ... `from` for the own sub-group
  ls_u32 group_segment;                     // ... the first segment behind the last barrier of the whole group
} ls_access;

LS_INLINE ls_u64 ls_actor(ls_u64 record, ls_u32 actor_shift) { return record >> actor_shift; }

LS_INLINE ls_u32 ls_segment(ls_u64 record, ls_u32 segment_shift, ls_u32 actor_shift) {
  return (ls_u32)((record >> segment_shift) & (((ls_u64)1 << (actor_shift - segment_shift)) - 1u));
}

LS_INLINE ls_u32 ls_class(ls_u64 record) { return (ls_u32)record & LS_CLASS_MASK; }

// Do two classes conflict when they meet on a byte? Symmetric.
LS_INLINE ls_u32 ls_classes_conflict(ls_u32 a, ls_u32 b) {
  // Row a, bit b: R meets W, AW; W meets all; AR meets W; AW meets R, W.
  const ls_u32 kConflicts = (0x14u << (5u * LS_CLASS_R)) | (0x1Eu << (5u * LS_CLASS_W)) | (0x04u << (5u * LS_CLASS_AR));
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

// Has the kernel fixed parts?
LS_INLINE ls_u32 ls_fixed_parts(const ls_access* access) { return LS_FIXED_PARTS && access->part_of != 0; }

// The sub-group of a group's work-item number `item`, in a kernel with fixed parts. Others say so while the kernel
// runs, each before its first record; volatile, so that it is read where they have written it.
LS_INLINE ls_u64 ls_fixed_part(const ls_access* access, ls_u64 item) {
  return *(LS_PARTED_SPACE const volatile ls_u64*)(access->part_of + item);
}

// Are record `r` of the access's group and the access of one fixed part?
LS_INLINE ls_u32 ls_same_fixed_part(ls_u64 r, const ls_access* access) {
  return ls_fixed_part(access, ls_item(r, access)) == ls_fixed_part(access, ls_item(access->record, access));
}

// Is record `r` of the access's own group ordered before the access, in the access's region?
LS_INLINE ls_u32 ls_ordered(ls_u64 r, const ls_access* access) {
  const ls_u32 segment = ls_segment(r, access->segment_shift, access->actor_shift);
  if (ls_is_copy(ls_actor(r, access->actor_shift), access)) return segment < access->waits;
  if (ls_parted_at(access))
    return segment <
           ls_parted_from(ls_parted_at(access), ls_item(r, access), ls_item(access->record, access), access->order);
  if (ls_fixed_parts(access) && segment >= access->from && segment < access->part_from)
    return ls_same_fixed_part(r, access);
  return segment < access->from;
}

// ... and before whatever its group does from now on?
LS_INLINE ls_u32 ls_old(ls_u64 r, const ls_access* access) {
  if (ls_parted_at(access) && !ls_is_copy(ls_actor(r, access->actor_shift), access))
    return ls_segment(r, access->segment_shift, access->actor_shift) <
           ls_parted_from_all(ls_parted_at(access), ls_item(r, access), access->order);
  if (ls_fixed_parts(access)) return ls_segment(r, access->segment_shift, access->actor_shift) < access->from;
  return ls_ordered(r, access);
}

// Did the access's work-item (a copy: its callers) and that of record `r` of its group pass a barrier
// together since, one whose flags do not matter here? No barrier stands between a copy and what follows
// its call.
LS_INLINE ls_u32 ls_behind_barrier(ls_u64 r, const ls_access* access) {
  if (ls_is_copy(ls_actor(r, access->actor_shift), access)) return 0;
  const ls_u32 segment = ls_segment(r, access->segment_shift, access->actor_shift);
  if (ls_parted_at(access))
    return segment <
           ls_parted_from(ls_parted_at(access), ls_item(r, access), ls_item(access->record, access), LS_ORDER_ANY);
  if (ls_fixed_parts(access) && !ls_same_fixed_part(r, access)) return segment < access->group_segment;
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

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_ACCESS_H_
