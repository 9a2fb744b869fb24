// The device operations the library builds on. Declared only: each back end lowers them to its own
// instructions (instrument/passes, link-device-library). On global memory; the one called local on
// local memory, for devices that run the work-items of a group at the same time.
#ifndef LOCKSTEP_DEVICE_LIB_ATOMICS_H_
#define LOCKSTEP_DEVICE_LIB_ATOMICS_H_

// Relaxed load that sees other work-items' stores.
ulong __lockstep_load64(__global const ulong *p);
// Release store; pairs with the compare-and-swap that takes a busy cell.
void __lockstep_store64_release(__global ulong *p, ulong value);
// Release exchange, for the same; returns what was there.
ulong __lockstep_xchg64_release(__global ulong *p, ulong value);
// Exchange that takes a busy cell, as the compare-and-swap does; returns what was there.
ulong __lockstep_xchg64(__global ulong* p, ulong value);
// Sequentially consistent compare-and-swap; returns what was there.
ulong __lockstep_cas64(__global ulong *p, ulong expected, ulong desired);
uint __lockstep_cas32(__global uint *p, uint expected, uint desired);
// Relaxed addition; returns what was there.
uint __lockstep_add32(__global uint *p, uint amount);
ulong __lockstep_add64(__global ulong *p, ulong amount);

// No operation of memory: 1 in twins for --model=lockstep:N, else 0; a constant by the time that the
// twin is optimised.
uint __lockstep_in_blocks(void) __attribute__((const));

// Likewise: 0 in programs of which no kernel has asynchronous copies, so that a group's actors are its
// work-items.
uint __lockstep_with_copies(void) __attribute__((const));

// Sequentially consistent addition; returns what was there.
uint __lockstep_local_add32(__local uint* p, uint amount);

// Lanes: work-items of a sub-group, as bits of a mask. Only in libraries with LS_CALLED. What takes a mask is executed
// by all of its lanes, together, whatever way each has come. The lanes that execute this call together: at least the
// caller, and never one that went another way.
uint __lockstep_lanes_here(void);
// Those of `lanes` that give the same key.
uint __lockstep_lanes_alike(uint lanes, ulong key);
// What the lowest lane of `from`, a part of `lanes`, gives as value.
ulong __lockstep_of_lane(uint lanes, ulong value, uint from);
// Whether the caller is the lowest of `lanes`.
uint __lockstep_is_first(uint lanes);
// All of `lanes` wait for each other.
void __lockstep_lanes_meet(uint lanes);

// Takes no turns for a moment, which others then have; for a longer one the more often (`times`) the caller has rested
// for the same thing before. It may last no time at all.
void __lockstep_rest(uint times);
#define LS_MANY_RESTS 5u  // of work-items whose sub-group has others that want the same cell first
#define LS_MOST_RESTS 7u  // from then on none is longer

// Lets others have the processor, where work-items run on one that others need.
// `times`: as for __lockstep_rest.
#if !defined(LS_YIELD) && LS_CALLED
#define LS_YIELD(times) __lockstep_rest(times)
#elif !defined(LS_YIELD)
#define LS_YIELD(times)
#endif
// The same for what takes longer.
#ifndef LS_NAP
#define LS_NAP() LS_YIELD(0)
#endif

#endif  // LOCKSTEP_DEVICE_LIB_ATOMICS_H_
