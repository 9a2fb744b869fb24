// A record: one access as a cell remembers it, in 64 bits.
//
//   63            actor_shift   segment_shift   13       12..0
//   +---------------+--------------+-------------+----------+
//   | actor         | segment      | site        | state    |
//   +---------------+--------------+-------------+----------+
//
// actor    the work-item: first_actor + group_linear_id * group_size + local_linear_id;
//          an asynchronous copy: its slot behind the group's work-items (control.h)
// segment  how many synchronisation points (barriers of any flag) the work-item had passed;
//          with synchronising atomics it will also count those. An asynchronous copy: how many
//          calls of wait_group_events its group had passed (cell.h)
// site     index into the kernel's site table (on the host)
// state    class (3) | scope (2) | busy | more | varied-segment | varied-now | varied-ever |
//          raced | shared | shared-all
//
// The shifts are launch constants (control.h): the host gives each field what the launch needs.
// A record whose actor is below the launch's first_actor is a leftover of an earlier launch.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_RECORD_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_RECORD_H_

#include "device-lib/shared/types.h"

#define LS_SITE_SHIFT 13u

// Classes. Conflicts: W with all four; AW with R and W; R with W and AW; AR with W.
#define LS_CLASS_NONE 0u
#define LS_CLASS_R 1u   // plain read
#define LS_CLASS_W 2u   // plain write
#define LS_CLASS_AR 3u  // atomic read (load, failed compare-exchange)
#define LS_CLASS_AW 4u  // atomic write or read-modify-write
#define LS_CLASS_MASK 7u

// Scope of an atomic; recorded now, decided upon by the scope rules later.
#define LS_SCOPE_SHIFT 3u
#define LS_SCOPE_WORK_ITEM 0u
#define LS_SCOPE_WORK_GROUP 1u
#define LS_SCOPE_DEVICE 2u
#define LS_SCOPE_ALL_SVM 3u
#define LS_SCOPE_MASK (3u << LS_SCOPE_SHIFT)

// Flags that only a cell's head carries.
#define LS_BUSY (1u << 5)         // the cell is being changed
#define LS_MORE (1u << 6)         // the more plane holds further records of this cell
// Equal values excuse two plain writes. They do not where a kept write stands for accesses of
// another value or class (a read, an atomic) of the same work-item or group:
#define LS_VARIED_SEGMENT (1u << 7)  // by the last writer's group in its latest segment,
#define LS_VARIED_NOW (1u << 8)      // ... since the last barrier that orders the region,
#define LS_VARIED_EVER (1u << 9)     // ... or, by any group, in this launch
#define LS_RACED (1u << 10)          // a race was found in this cell; it may now forget records
// The head is a plain read or an atomic operation, and further accesses that it covers
// (ls_class_covers) change nothing and conflict with nothing:
#define LS_SHARED (1u << 11)      // in the head's group and segment, by any work-item
#define LS_SHARED_ALL (1u << 12)  // by any work-item of the launch
#define LS_VARIED (LS_VARIED_SEGMENT | LS_VARIED_NOW | LS_VARIED_EVER)
#define LS_HEAD_FLAGS (LS_BUSY | LS_MORE | LS_VARIED | LS_RACED | LS_SHARED | LS_SHARED_ALL)
#define LS_STATE_MASK ((1u << LS_SITE_SHIFT) - 1u)

// Whether `head` is of this launch: not of an empty cell, and no leftover of an earlier one.
LS_INLINE ls_u32 ls_of_launch(ls_u64 head, ls_u64 first_actor, ls_u32 actor_shift) {
  return head != 0 && head >> actor_shift >= first_actor;
}

#define LS_MORE_RECORDS 4u  // records per cell in the more plane
// Where work-items run together those of LS_MORE_ROW cells that lie side by side are mixed: first the first record of
// each, then the second of each. Lanes of a sub-group mostly come to such cells, and to one record of each.
#define LS_MORE_ROW 32u
LS_INLINE ls_u64 ls_more_at(ls_u64 cell) {
  return (cell & ~(ls_u64)(LS_MORE_ROW - 1u)) * LS_MORE_RECORDS + (cell & (LS_MORE_ROW - 1u));
}
// In the more plane only, of the first of them: there are no others, whatever stands behind it. Most cells with more
// than a head have one, and memory that nobody touches costs nothing.
#define LS_LAST LS_BUSY
// In the more plane of local memory only, of the first of them, too: the head or else that record is a plain read, one
// of the cell's records a write that it raced with, and what further reads at that read's site and in its segment do in
// the cell has been told as often as it is counted.
#define LS_KNOWN LS_RACED

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_RECORD_H_
