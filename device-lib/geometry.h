// Who executes: actor numbers from the work-item built-ins. Device code only.
#ifndef LOCKSTEP_DEVICE_LIB_GEOMETRY_H_
#define LOCKSTEP_DEVICE_LIB_GEOMETRY_H_

#include "device-lib/atomics.h"
#include "device-lib/shared/control.h"
#include "device-lib/shared/log.h"
#include "device-lib/shared/parted.h"
#include "device-lib/shared/record.h"

// Whether the program is checked under --model=lockstep:N: a constant, but for the resident library.
LS_INLINE uint ls_in_blocks(__global const ls_control* ctl) {
#ifdef LOCKSTEP_RESIDENT
  return ctl->flags & LS_CONTROL_IN_BLOCKS;
#else
  return __lockstep_in_blocks();
#endif
}

LS_INLINE ulong ls_group(void) {
  return get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));
}

LS_INLINE uint ls_items_of_group(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }

// This work-item's number among them: 0 to ls_items_of_group() - 1 in smaller last groups too, where ls_local_linear
// leaves some out.
LS_INLINE uint ls_dense_item(void) {
  return (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)));
}

// The control block is constant for the launch, so the compiler may hoist these computations.
LS_INLINE ulong ls_group_first(__global const ls_control *ctl) {
  return ctl->first_actor + ls_group() * ctl->group_size;
}

// Linear local id by the enqueued local size, so that it is unique in smaller last groups too.
LS_INLINE ulong ls_local_linear(__global const ls_control *ctl) {
  return get_local_id(0) +
         ctl->local_size[0] * (get_local_id(1) + (ulong)ctl->local_size[1] * get_local_id(2));
}

// In lock step all work-items of a block are one actor: their accesses are ordered. What one
// instruction does for several of them is same_instruction.h's.
LS_INLINE ulong ls_my_actor(__global const ls_control *ctl) {
  const ulong linear = ls_local_linear(ctl);
  return ls_group_first(ctl) + (ls_in_blocks(ctl) ? linear / ctl->simd_width : linear);
}

// Like ls_group_first, if work-items alone were numbered: what a divergence finding names.
LS_INLINE ulong ls_group_first_work_item(__global const ls_control* ctl) {
  return ctl->first_actor + ls_group() * ctl->local_size[0] * (ulong)ctl->local_size[1] * ctl->local_size[2];
}

LS_INLINE __global const ls_root *ls_roots(__global const ls_control *ctl) {
  return (__global const ls_root *)(ctl + 1);
}

// The record of an access by `actor`.
LS_INLINE ulong ls_record_of(__global const ls_control *ctl, ulong actor, uint segment, uint site, uint cls) {
  return actor << ctl->actor_shift | (ulong)segment << ctl->segment_shift | (ulong)site << LS_SITE_SHIFT | cls;
}

// ... and by this work-item.
LS_INLINE ulong ls_record(__global const ls_control *ctl, uint segment, uint site, uint cls) {
  return ls_record_of(ctl, ls_my_actor(ctl), segment, site, cls);
}

// The tables for groups that part. A group looks for its own from slot `group` on: as many as run at one time
// have one each.
LS_INLINE __global ls_parted *ls_parted_slot(__global const ls_control *ctl, __global ls_log *log, ulong slot) {
  const ulong at = sizeof(ls_log) + (ulong)ctl->log_slots * sizeof(ls_slot) +
                   (ulong)ctl->written_slots * sizeof(ls_written);
  return (__global ls_parted *)((__global uchar *)log + at +
                                slot % ctl->parted_tables * ls_parted_bytes(ctl->group_items));
}

// The table that the launch's group `group` has; null if it has none.
LS_INLINE __global ls_parted *ls_parted_table(__global const ls_control *ctl, __global ls_log *log, ulong group) {
  for (uint i = 0; i < ctl->parted_tables; ++i) {
    __global ls_parted *parted = ls_parted_slot(ctl, log, group + i);
    if (parted->owner == (uint)group + 1u) return parted;
  }
  return 0;
}

// Gives it one, if one is free.
LS_INLINE __global ls_parted *ls_parted_take(__global const ls_control *ctl, __global ls_log *log, ulong group) {
  for (uint i = 0; i < ctl->parted_tables; ++i) {
    __global ls_parted *parted = ls_parted_slot(ctl, log, group + i);
    if (__lockstep_cas32(&parted->owner, 0u, (uint)group + 1u) != 0) continue;
    log->tables_taken = 1;  // by whoever takes one: the values are the same
    return parted;
  }
  return 0;
}

// The table of the group at hand if it has parted, as `waits` says; else null.
LS_INLINE __global const ls_parted *ls_parted_of(__global const ls_control *ctl, __global ls_log *log,
                                                 ulong group_first, uint waits) {
  if (!LS_MAY_PART || !(waits & LS_WAITS_PARTED)) return 0;
  return ls_parted_table(ctl, log, (group_first - ctl->first_actor) / ctl->group_size);
}

// Who is in which sub-group, behind those tables.
LS_INLINE __global ulong* ls_parts(__global const ls_control* ctl, __global ls_log* log) {
  const ulong at = sizeof(ls_log) + (ulong)ctl->log_slots * sizeof(ls_slot) +
                   (ulong)ctl->written_slots * sizeof(ls_written) +
                   ctl->parted_tables * ls_parted_bytes(ctl->group_items);
  return (__global ulong*)((__global uchar*)log + at);
}

// The same if the check is of a kernel with fixed parts, as `waits` says; else null.
LS_INLINE __global const ulong* ls_parts_of(__global const ls_control* ctl, __global ls_log* log, uint waits) {
  return LS_FIXED_PARTS && (waits & LS_WAITS_FIXED) ? ls_parts(ctl, log) : 0;
}

// Whether segments and a head's flags mean for the check what they mean in most kernels: its group has not parted, and
// its sub-groups have no barriers of their own.
LS_INLINE uint ls_evenly(uint waits) { return !LS_MAY_PART || (waits & (LS_WAITS_PARTED | LS_WAITS_FIXED)) == 0; }

#define LS_SEGMENT_OVERFLOW 0xffffffffu

// `from`, or LS_SEGMENT_OVERFLOW if the segment does not fit into a record.
LS_INLINE uint ls_order(__global const ls_control *ctl, uint segment, uint from) {
  return segment < ctl->segment_limit ? from : LS_SEGMENT_OVERFLOW;
}

#endif  // LOCKSTEP_DEVICE_LIB_GEOMETRY_H_
