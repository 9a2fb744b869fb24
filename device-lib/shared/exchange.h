// Where the work-items of a group exchange values at work-group and sub-group functions: one offer for each, by local
// linear id, at word `local_offers_at` of the hidden local argument, on devices that run a group one work-item after
// the other (device-lib/collectives.h). Ours alone: no accesses of the program, so without cells.
#ifndef LOCKSTEP_DEVICE_LIB_SHARED_EXCHANGE_H_
#define LOCKSTEP_DEVICE_LIB_SHARED_EXCHANGE_H_

#include "device-lib/shared/types.h"

typedef struct {
  ls_u64 value;   // what the work-item brings, its bits
  ls_u64 result;  // what it gets
  ls_u64 turn;    // how many such functions of its group, or of its sub-group, the work-item has met, this one
                  // included; of a sub-group's, above that (LS_OFFER_PART_SHIFT), 1 + the sub-group's number
  ls_u32 place;   // the function's site, LS_OFFER_TAKEN once `result` is there
  ls_u32 chosen;  // the work-item whose value it asks for, where the function has such an argument
} ls_offer;
#define LS_OFFER_WORDS 4u  // in 8-byte words
LS_STATIC_ASSERT(sizeof(ls_offer) == 8 * LS_OFFER_WORDS, offer_is_4_words);

#define LS_OFFER_PART_SHIFT 32u
#define LS_OFFER_NONE 0u  // no function is at site 0
#define LS_OFFER_TAKEN 0x80000000u

// What is made of the values: an operation, and for whom of them.
#define LS_COLLECTIVE_ADD 0u
#define LS_COLLECTIVE_MIN 1u
#define LS_COLLECTIVE_MAX 2u
#define LS_COLLECTIVE_ALL 3u  // of predicates
#define LS_COLLECTIVE_ANY 4u
#define LS_COLLECTIVE_REDUCE 0u      // all
#define LS_COLLECTIVE_INCLUSIVE 8u   // those up to the own one
#define LS_COLLECTIVE_EXCLUSIVE 16u  // those before the own one
#define LS_COLLECTIVE_OPERATION(what) ((what)&7u)
#define LS_COLLECTIVE_FORM(what) ((what)&24u)

#endif  // LOCKSTEP_DEVICE_LIB_SHARED_EXCHANGE_H_
