// Where work-items that run one after the other meet: the first LS_LOCAL_SYNC_WORDS words of the
// hidden local argument on such devices. Work-item 0 comes first to each meeting and writes down
// where it waits; the others compare (instrument/passes/sync_serial.cc) and only if they differ
// look closer (device-lib/meeting.h).
//
//   0  FIRST   work-item 0's state, then its iteration counts, outermost loop first
//   12 LEFT    1: everybody who has come so far has left the kernel
//   13 RANK    what parts the group: 0 nothing, else 16 * LS_PARTED_* + loop; the lowest counts
//   14 PARTED  LS_GROUP_*: whether the group has parted in this or an earlier meeting
//   15 STAYS   1: somebody is where a sub-group meets, so that all others stay where they are
//   16 MINE    whoever calls the library: state and counts
//   28 A, 41 B the two work-items furthest apart: waiting word, counts, local linear id
//   54 PART    likewise the first to come of the sub-group at hand, then that one's number and what is known of it
//
// State: bits 0 to 31 the waiting word (instrument/passes/sync_block.h), above it where to resume.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_MEETING_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_MEETING_H_

#define LS_MEET_LOOPS 11u
#define LS_MEET_FIRST 0u
#define LS_MEET_LEFT 12u
#define LS_MEET_RANK 13u
#define LS_MEET_PARTED 14u
#define LS_MEET_STAYS 15u
#define LS_MEET_MINE 16u
#define LS_MEET_A 28u
#define LS_MEET_B 41u
#define LS_MEET_PART 54u
#define LS_MEET_PART_NUMBER 67u
#define LS_MEET_PART_STATE 68u
#define LS_MEET_WORDS 69u

// LS_MEET_PART_STATE: the first is where a sub-group meets; that they are apart is reported.
#define LS_PART_MEETS 1u
#define LS_PART_TOLD 2u

// What a work-item waits at, 0 if it has left the kernel.
#define LS_STOP_GROUP 0u   // where the group meets
#define LS_STOP_PART 1u    // where its sub-group meets
#define LS_STOP_COUNTS 2u  // a barrier: a segment begins behind it, for those who go on

#define LS_GROUP_TOGETHER 0u
#define LS_GROUP_PARTED 1u    // and what that means for order is in its table (parted.h)
#define LS_GROUP_NO_TABLE 2u  // ... is not known: all of its barriers order all of its work-items

// The waiting word: fence flags, site, and whether the work-item has left the kernel.
#define LS_WAITING_SITE_SHIFT 3u
#define LS_WAITING_SITE_MASK 0xffffffu
#define LS_WAITING_LEFT_SHIFT 27u

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_MEETING_H_
