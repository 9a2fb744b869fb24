// Where the records of local memory lie on devices that run the work-items of a group together. Local memory is what
// such devices have least of, and the more of it a group takes the fewer groups run at one time. So its records lie in
// the global planes: in slabs of which each group has one, either for itself, or, where a launch has many groups, for
// as long as it runs. Device code only, included by check.cl.
//
// There are as many slabs as groups can run at one time (host/plan), so that none waits in practice. One that does
// waits before it has done anything, so nobody in its group or its sub-group waits for it, and who holds a slab needs
// no other: each is given back when its group ends. A slab's cells are emptied when it is taken; those that nobody
// shares are not, since what an earlier launch left in them is stale.
//
// Behind the slabs' cells stands a head for each of them: while the slab is taken, a record of the launch.
#ifndef LOCKSTEP_DEVICE_LIB_SLAB_H_
#define LOCKSTEP_DEVICE_LIB_SLAB_H_

#include "device-lib/geometry.h"
#include "device-lib/shared/cell_head.h"

// The number of the group's slab. Local memory may have been overwritten by the application, which must not lead
// anywhere else than into the slabs.
LS_INLINE ulong ls_slab(__global const ls_control* ctl, __local const ulong* lshadow) {
  if (ctl->local_slabs == 0) return ls_group();
  const ulong slab = lshadow[ctl->local_slab_at];
  return slab < ctl->local_slabs ? slab : 0;
}

LS_INLINE __global ulong* ls_slab_owner(__global const ls_control* ctl, __global ulong* heads, ulong slab) {
  return heads + ctl->local_first_cell + (ulong)ctl->local_slabs * ctl->local_cells + slab;
}

// Takes a slab for the group. Every work-item calls it first of all; a barrier must follow.
LS_API void __lockstep_enter_slab(__global const ls_control* ctl, __global ulong* heads, __local ulong* lshadow) {
  if (ctl->local_slabs == 0 || ls_dense_item() != 0) return;
  const ulong mine = ls_record_of(ctl, ls_group_first(ctl), 0, 0, LS_CLASS_W);  // 0 would be nobody's
  ulong slab = ls_group() % ctl->local_slabs;
  for (uint done = 0; !done;) {
    __global ulong* owner = ls_slab_owner(ctl, heads, slab);
    const ulong old = __lockstep_load64(owner);
    if (!ls_of_launch(old, ctl->first_actor, ctl->actor_shift) && __lockstep_cas64(owner, old, mine) == old) {
      lshadow[ctl->local_slab_at] = slab;
      lshadow[ctl->local_slab_at + 1] = 0;
      done = 1;
    } else {
      slab = slab + 1 == ctl->local_slabs ? 0 : slab + 1;
    }
  }
}

// Empties its cells, of an earlier group's records. Every work-item calls it; a barrier must follow.
LS_API void __lockstep_empty_slab(__global const ls_control* ctl, __global ulong* heads, __local ulong* lshadow) {
  if (ctl->local_slabs == 0) return;
  __global ulong* cells = heads + ctl->local_first_cell + ls_slab(ctl, lshadow) * ctl->local_cells;
  for (uint i = ls_dense_item(); i < ctl->local_cells; i += ls_items_of_group()) cells[i] = 0;
}

// Before each end of the kernel: who is the last of the group gives the slab back.
LS_API void __lockstep_leave_slab(__global const ls_control* ctl, __global ulong* heads, __local ulong* lshadow) {
  if (ctl->local_slabs == 0) return;
  __local uint* left = (__local uint*)(lshadow + ctl->local_slab_at + 1);
  if (__lockstep_local_add32(left, 1u) + 1u != ls_items_of_group()) return;
  __lockstep_xchg64_release(ls_slab_owner(ctl, heads, ls_slab(ctl, lshadow)), 0);
}

#endif  // LOCKSTEP_DEVICE_LIB_SLAB_H_
