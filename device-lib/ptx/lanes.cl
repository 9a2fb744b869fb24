// The lanes of device-lib/atomics.h, on sm_70 and above. Those that %activemask names are the ones that fetch the
// instruction together; each of them goes on to the next with the same mask, however they are scheduled, so that a
// .sync of that mask ends.
#include "device-lib/atomics.h"

uint __lockstep_lanes_here(void) {
  uint lanes;
  __asm__ volatile("activemask.b32 %0;" : "=r"(lanes));
  return lanes;
}

uint __lockstep_lanes_alike(uint lanes, ulong key) {
  uint alike;
  __asm__ volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(alike) : "l"(key), "r"(lanes));
  return alike;
}

ulong __lockstep_of_lane(uint lanes, ulong value, uint from) {
  const uint lane = 31u - clz(from & (0u - from));
  uint low, high;
  __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;" : "=r"(low) : "r"((uint)value), "r"(lane), "r"(lanes));
  __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;" : "=r"(high) : "r"((uint)(value >> 32)), "r"(lane), "r"(lanes));
  return (ulong)high << 32 | low;
}

uint __lockstep_is_first(uint lanes) {
  uint lower;
  __asm__("mov.u32 %0, %%lanemask_lt;" : "=r"(lower));
  return (lanes & lower) == 0;
}

// At first about as long as a cell is taken for an event. Each look is a transaction, and those for whom others wait need
// them, too.
void __lockstep_rest(uint times) {
  const uint nanoseconds = 250u << (times < LS_MOST_RESTS ? times : LS_MOST_RESTS);
  __asm__ volatile("nanosleep.u32 %0;" : : "r"(nanoseconds) : "memory");
}

void __lockstep_lanes_meet(uint lanes) { __asm__ volatile("bar.warp.sync %0;" : : "r"(lanes) : "memory"); }
