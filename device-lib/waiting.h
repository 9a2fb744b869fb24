// What a work-item says of where it waits, how two differ in it, and what that means for the table: words in local
// memory, the waiting word (instrument/passes/sync_block.h) in the low half of the first, then its iteration counts,
// outermost loop first. For both ways of meeting (meeting.h, parting.h). Device code only.
#ifndef LOCKSTEP_DEVICE_LIB_WAITING_H_
#define LOCKSTEP_DEVICE_LIB_WAITING_H_

#include "device-lib/geometry.h"
#include "device-lib/shared/divergence.h"
#include "device-lib/shared/meeting.h"
#include "device-lib/shared/parted.h"

// Lower is more important: another site, then the outermost loop's count, then flags.
LS_INLINE ulong ls_meet_rank(uint what, uint loop) { return what * 16u + loop; }

LS_INLINE uint ls_meet_left(ulong state) { return (uint)(state >> LS_WAITING_LEFT_SHIFT) & 1u; }

// What makes two work-items differ at rank `rank`.
LS_INLINE ulong ls_meet_key(const __local ulong* who, ulong rank) {
  if (rank / 16u == LS_PARTED_ITERATION) return who[1u + rank % 16u];
  return (uint)who[0];
}

// The rank at which `a` and `b` differ; 0 if they do not.
LS_INLINE ulong ls_meet_compare(const __local ulong* a, const __local ulong* b, uint loops) {
  const uint flags = (1u << LS_WAITING_SITE_SHIFT) - 1u, differ = (uint)(a[0] ^ b[0]);
  if (differ & ~flags) return ls_meet_rank(LS_PARTED_SITE, 0);
  for (uint d = 0; d < loops; ++d) {
    if (a[1u + d] != b[1u + d]) return ls_meet_rank(LS_PARTED_ITERATION, d);
  }
  return differ ? ls_meet_rank(LS_PARTED_FLAGS, 0) : 0;
}

LS_INLINE ulong ls_meet_count(const __local ulong* who, uint d) {
  const ulong count = who[1u + d];
  return count < 0xfffffffful ? count : 0xfffffffful;
}

// One work-item's words of device-lib/shared/divergence.h.
LS_INLINE void ls_meet_testify(const __local ulong* who, uint loops, ulong rank, ulong* extra) {
  const uint loop = (uint)rank % 16u, third = loop > 2u ? loop : 2u;
  extra[0] = (who[0] & LS_PARTED_FLAGS_MASK) | (rank / 16u) << LS_PARTED_WHAT_SHIFT |
             (ulong)loop << LS_PARTED_LOOP_SHIFT | (ulong)third << LS_PARTED_THIRD_SHIFT |
             (loops > 0 ? ls_meet_count(who, 0) << 32 : 0);
  extra[1] = (loops > 1u ? ls_meet_count(who, 1) : 0) | (loops > third ? ls_meet_count(who, third) << 32 : 0);
}

LS_INLINE uint ls_meet_site(const __local ulong* who) {
  return (uint)(who[0] >> LS_WAITING_SITE_SHIFT) & LS_WAITING_SITE_MASK;
}

// Reports two work-items of a sub-group that differ at `rank`: actor `one` says `mine`, actor `one_first` says `first`.
LS_INLINE void ls_meet_tell(__global const ls_control* ctl, __global ls_log* log, const __local ulong* mine,
                            const __local ulong* first, uint loops, ulong rank, ulong one, ulong one_first) {
  ulong extra[2], extra_first[2];
  ls_meet_testify(mine, loops, rank, extra);
  ls_meet_testify(first, loops, rank, extra_first);
  if (ls_meet_key(mine, rank) < ls_meet_key(first, rank))
    __lockstep_diverged_slow(ctl, log, ls_meet_site(mine), ls_meet_site(first), one, one_first, extra[0], extra[1],
                             extra_first[0], extra_first[1]);
  else
    __lockstep_diverged_slow(ctl, log, ls_meet_site(first), ls_meet_site(mine), one_first, one, extra_first[0],
                             extra_first[1], extra[0], extra[1]);
}

// What tells a place where sub-groups meet, each for itself, from the same place of sub-group `part`; 0 elsewhere.
LS_INLINE uint ls_parted_own_place(uint stop, uint part) {
  return stop & LS_STOP_PART ? (part + 1u) * 0x9E3779B9u : 0u;
}

// Behind a meeting in front of which no sub-group had parted (`parts`: 1): if one has, what one work-item's access
// stood for another's is lost.
LS_INLINE void ls_parted_forget(__global ls_log* log, __global const ls_parted* parted, uint parts) {
  if (parts && !parted->parts && parted->stood) __lockstep_add32(&log->evicted, 1);
}

#endif  // LOCKSTEP_DEVICE_LIB_WAITING_H_
