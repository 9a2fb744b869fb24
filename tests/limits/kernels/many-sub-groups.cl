//says: meetings at barriers, of sub-groups or after a divergence, that could not be followed
//says-not: data race
//needs: sub-groups
//launch: kernel=k global=2,80 local=2,80 arg=0:buffer,256*int
// The last sub-groups meet, each for itself; nothing races, and none of them may be told of as if it did.
#ifdef LOCKSTEP_TEST_EMULATES
#include "collectives.clh"
#endif
kernel void k(global int *a) {
  local int t[160];
  int l = get_local_id(0), r = get_local_id(1), i = l + 2 * r;
  t[i] = a[i];
  if (r > 70) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (r > 70) a[i] = t[2 * r + 1 - l];
}
