// What a work-item brings to a meeting where sub-groups meet, on devices that run the work-items of a group together:
// words of its own in the hidden local argument, by local linear id, from word `local_offers_at` on.
//
//   0          63    62    61      32 31       0
//              +-----+-----+----------+--------+
//              | 0   | part| asked    | waiting|   waiting: instrument/passes/sync_block.h
//              +-----+-----+----------+--------+   part: it is where its sub-group meets
//   1..loops   iteration counts, outermost loop    asked: whose value a broadcast asks for, where that is compared
//              first
//   the last   of the sub-group with this number:  at the kernel's beginning its first work-item, then, for each
//              meeting, the first that differs from that one (instrument/passes/sync_parts.cc)
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_PART_WORDS_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_PART_WORDS_H_

#include "device-lib/shared/types.h"

#define LS_PART_WORDS(loops) (2u + (loops))
#define LS_PART_OF_GROUP(loops) (1u + (loops))  // the last of them
#define LS_PART_MEETS_BIT ((ls_u64)1 << 62)
#define LS_PART_ASKED_SHIFT 32u
#define LS_PART_ASKED_MOST 0x3fffffffu  // no sub-group has so many
#define LS_PART_ASKED ((ls_u64)LS_PART_ASKED_MOST << LS_PART_ASKED_SHIFT)

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_PART_WORDS_H_
