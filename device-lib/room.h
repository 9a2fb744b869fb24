// Where the records of local memory lie, and what work-items of a group say to each other at barriers, if the device
// has no local memory left for them beside the application's: in rooms in global memory, of which each group has one as
// long as it runs. Only where the work-items of a group run one after the other, and only in twins of variant `apart`,
// whose hidden argument leads to the rooms instead (instrument/passes/place_apart.cc). Device code only, included by
// check.cl.
//
//   rooms[0 .. n)    whose each is: the number of its group + 1, 0 if nobody's; n: ctl->local_slabs
//   rooms[n .. 2n)   how many of that group's work-items have left the kernel
//   then n times ctl->room_words: laid out as the hidden local argument of other twins is
//
// There are at least as many as groups can run at one time (host/plan), so that none waits in practice. Who waits has
// done nothing before, so nobody waits for it, and who holds a room needs no other.
#ifndef LOCKSTEP_DEVICE_LIB_ROOM_H_
#define LOCKSTEP_DEVICE_LIB_ROOM_H_

#include "device-lib/geometry.h"

// The group's room. Every work-item calls it first of all: the first of the group takes one, the others find it.
LS_API __local ulong* __lockstep_enter_room(__global const ls_control* ctl, __global ulong* rooms) {
  const ulong mine = ls_group() + 1u;
  const uint count = ctl->local_slabs;
  uint room = 0;
  while (room < count && __lockstep_load64(rooms + room) != mine) ++room;
  if (room == count) {
    for (room = 0; __lockstep_cas64(rooms + room, 0, mine) != 0;) room = room + 1 == count ? 0 : room + 1;
  }
  // Such devices have one address space.
  return (__local ulong*)(ulong)(rooms + 2u * count + (ulong)room * ctl->room_words);
}

// Before each end of the kernel: who is the last of the group gives the room back. `room`: what the above returned.
LS_API void __lockstep_leave_room(__global const ls_control* ctl, __global ulong* rooms, __local ulong* room) {
  const uint count = ctl->local_slabs;
  const ulong distance = ((ulong)room - (ulong)(rooms + 2u * count)) / sizeof(ulong);
  const ulong number = distance / ctl->room_words;
  __global ulong* left = rooms + count + number;
  if (++*left != ls_items_of_group()) return;
  *left = 0;
  __lockstep_xchg64_release(rooms + number, 0);
}

#endif  // LOCKSTEP_DEVICE_LIB_ROOM_H_
