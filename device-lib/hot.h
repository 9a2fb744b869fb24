// What every check reads of the control block. Where checks are functions (LS_CALLED), in as few loads as there are:
// drivers keep nothing between two of them, and each load is a transaction of a sub-group at least, all of them
// together more than the access has itself. Who executes does not change while a kernel runs: there the kernel asks
// once and hands it over (LS_WHO). Device code only.
#ifndef LOCKSTEP_DEVICE_LIB_HOT_H_
#define LOCKSTEP_DEVICE_LIB_HOT_H_

#include "device-lib/geometry.h"
#if LS_CALLED
#include "device-lib/slab.h"
#endif

// How records are made, and those of whose group.
typedef struct {
  uint segment_shift, actor_shift, group_size;
  ulong first_actor, group_first;
} ls_here;

LS_STATIC_ASSERT(__builtin_offsetof(ls_control, first_actor) == 16 &&
                     __builtin_offsetof(ls_control, group_size) == 24 && __builtin_offsetof(ls_control, shifts) == 28 &&
                     __builtin_offsetof(ls_control, local_size) == 32 && sizeof(ls_control) % 16 == 0,
                 what_is_read_together_is_aligned);

LS_INLINE ls_here ls_here_with(__global const ls_control* ctl, ulong group_first) {
  ls_here here;
#if LS_CALLED
  const ulong2 words = ((__global const ulong2*)ctl)[1];
  const uint shifts = (uint)(words.y >> 32);
  here.segment_shift = shifts & 0xffu;
  here.actor_shift = shifts >> 8;
  here.group_size = (uint)words.y;
  here.first_actor = words.x;
#else
  here.segment_shift = ctl->segment_shift;
  here.actor_shift = ctl->actor_shift;
  here.group_size = ctl->group_size;
  here.first_actor = ctl->first_actor;
#endif
  here.group_first = group_first;
  return here;
}

#if LS_CALLED
// `own`, `item`: of LS_WHO.
LS_INLINE ls_here ls_here_of(__global const ls_control* ctl, ulong own, uint item) {
  ls_here here = ls_here_with(ctl, 0);
  here.group_first = (own >> here.actor_shift) - item;
  return here;
}

// What a kernel hands over to its checks, asked at its beginning: LS_WHO. The last two when the group has its slab.
// Of its group's actors.
LS_API uint __lockstep_own_item(__global const ls_control* ctl) {
  const uint4 sizes = ((__global const uint4*)ctl)[2];
  const uint linear = (uint)get_local_id(0) + sizes.x * ((uint)get_local_id(1) + sizes.y * (uint)get_local_id(2));
  return ls_in_blocks(ctl) ? linear / ctl->simd_width : linear;
}
LS_API ulong __lockstep_own_record(__global const ls_control* ctl) {
  const ls_here here = ls_here_with(ctl, 0);
  return (here.first_actor + ls_group() * here.group_size + __lockstep_own_item(ctl)) << here.actor_shift;
}
LS_API ulong __lockstep_own_cell(__global const ls_control* ctl, __local const ulong* lshadow) {
  return ctl->local_first_cell + ls_slab(ctl, lshadow) * ctl->local_cells;
}
LS_API ulong __lockstep_own_value(__global const ls_control* ctl, __local const ulong* lshadow) {
  return ctl->local_first_value + ls_slab(ctl, lshadow) * ctl->local_values;
}
#endif

// Does a segment fit into a record?
LS_INLINE uint ls_fits(const ls_here* here, uint segment) {
  return (ulong)segment >> (here->actor_shift - here->segment_shift) == 0;
}

// Of an ls_root. Where its values begin is asked only by those who need one, for a load of its own.
typedef struct {
  ulong delta, reach, first_cell;
  uint shift, checked;
  __global const ls_root* entry;
} ls_hot_root;

// Where the value of the cell at byte `position` of the object lies, from the beginning of the region's. `shift` is the
// root's, which who asks has in a register.
LS_INLINE ulong ls_value_at(__global const ls_root* root, uint shift, ulong position) {
  return root->first_value + (position & ~(ulong)((1u << shift) - 1u));
}

LS_STATIC_ASSERT(__builtin_offsetof(ls_root, packed) == 0 && sizeof(ls_root) % 16 == 0,
                 what_is_read_together_is_packed);

LS_INLINE ls_hot_root ls_hot_root_of(__global const ls_control* ctl, uint number) {
  __global const ls_root* from = ls_roots(ctl) + number;
  ls_hot_root root;
  root.entry = from;
#if LS_CALLED
  const ulong2 packed = ((__global const ulong2*)from)[0];
  const ulong reach = packed.x & LS_PACKED_PLACES, high = packed.y >> LS_PACKED_PLACE_BITS;
  root.delta = packed.y & LS_PACKED_PLACES;
  root.reach = reach == LS_PACKED_PLACES ? ~(ulong)0 : reach;
  root.first_cell = packed.x >> LS_PACKED_PLACE_BITS | (high & ((1u << LS_PACKED_HIGH_BITS) - 1u))
                                                           << LS_PACKED_LOW_BITS;
  root.shift = (uint)(packed.y >> LS_PACKED_SHIFT_AT) & 3u;
  root.checked = (uint)(packed.y >> LS_PACKED_CHECKED_AT) & 1u;
#else
  root.delta = from->delta;
  root.reach = from->reach;
  root.first_cell = from->first_cell;
  root.shift = from->shift;
  root.checked = from->size != 0;
#endif
  return root;
}

// Whether nothing is to be said of where an access goes.
LS_INLINE uint ls_reaches(const ls_hot_root* root, ulong position, ulong size) {
  return position < root->reach && size <= root->reach - position;
}

#if LS_CALLED
// The planes of a region's records.
typedef struct {
  __global ulong* heads;
  __global uchar* values;
  __global ulong* more;  // of all regions
  ulong cell;            // where the region's begin there
} ls_planes;

// `cell`, `value`: where the region's records begin.
LS_INLINE ls_planes ls_planes_at(__global ulong* heads, __global uchar* values, __global ulong* more, ulong cell,
                                 ulong value) {
  ls_planes planes;
  planes.heads = heads + cell;
  planes.values = values + value;
  planes.more = more;
  planes.cell = cell;
  return planes;
}
#endif

#endif  // LOCKSTEP_DEVICE_LIB_HOT_H_
