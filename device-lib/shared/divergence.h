// What a barrier-divergence finding says about its two work-items, packed into the four `extra`
// words of its log slot: words 0 and 1 describe work-item a, words 2 and 3 work-item b.
// Written by instrument/passes/sync_block.cc, read by the host; explained in docs/barriers.md.
//
//   word 0/2   63          32 31         24 23         16 15    11 10    8 7    3 2     0
//             +--------------+-------------+-------------+--------+-------+------+-------+
//             | count of     | loop whose  | loop whose  | 0      | what  | 0    | fence |
//             | loop 0       | count is the| count       |        | parts |      | flags |
//             |              | third       | differs     |        | them  |      |       |
//             +--------------+-------------+-------------+--------+-------+------+-------+
//   word 1/3   63          32 31                                                       0
//             +--------------+---------------------------------------------------------+
//             | third count  | count of loop 1                                          |
//             +--------------+---------------------------------------------------------+
//
// Loops are numbered from the outermost around the barrier (the site's `loops`), counts start at 1
// with the first iteration and stop at 2^32-1; 0: the work-item is not in that loop.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_DIVERGENCE_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_DIVERGENCE_H_

#include "device-lib/shared/types.h"

// What differs; of several the first of these.
#define LS_PARTED_SITE 1u       // another barrier, or one has left the kernel
#define LS_PARTED_ITERATION 2u  // the same barrier, another iteration of a loop around it
#define LS_PARTED_FLAGS 3u      // the same barrier and iterations, other fence flags
#define LS_PARTED_ARGUMENTS 4u  // the same asynchronous copy, other arguments (device-lib/copies.h)

#define LS_PARTED_FLAGS_MASK 7u
#define LS_PARTED_WHAT_SHIFT 8u
#define LS_PARTED_WHAT_MASK 7u
#define LS_PARTED_LOOP_SHIFT 16u
#define LS_PARTED_THIRD_SHIFT 24u
#define LS_PARTED_LOOP_MASK 0xffu

// Fields of a word pair; `low` is word 0 or 2, `high` word 1 or 3.
LS_INLINE ls_u32 ls_parted_flags(ls_u64 low) { return (ls_u32)low & LS_PARTED_FLAGS_MASK; }
LS_INLINE ls_u32 ls_parted_what(ls_u64 low) {
  return (ls_u32)(low >> LS_PARTED_WHAT_SHIFT) & LS_PARTED_WHAT_MASK;
}
LS_INLINE ls_u32 ls_parted_loop(ls_u64 low) {
  return (ls_u32)(low >> LS_PARTED_LOOP_SHIFT) & LS_PARTED_LOOP_MASK;
}

// The iteration count of loop number `loop`; 0 if it was not recorded or the loop was not entered.
LS_INLINE ls_u32 ls_parted_count(ls_u64 low, ls_u64 high, ls_u32 loop) {
  if (loop == 0) return (ls_u32)(low >> 32);
  if (loop == 1) return (ls_u32)high;
  if (loop == ((ls_u32)(low >> LS_PARTED_THIRD_SHIFT) & LS_PARTED_LOOP_MASK))
    return (ls_u32)(high >> 32);
  return 0;
}

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_DIVERGENCE_H_
