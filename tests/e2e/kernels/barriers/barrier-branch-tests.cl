//lockstep: race write-write intra-group local barrier-branch-tests.cl:13 barrier-branch-tests.cl:13
//launch: kernel=k global=64 local=8 arg=0:buffer,256,zeros:int arg=1:buffer,32,zeros:uint
// A test that was made before, first in a branch with more than one barrier (one is ours): PoCL put its own behind the
// test, and had all work-items go work-item 0's way, so that nobody did what follows it.
kernel void k(global int *a, volatile global uint *tickets) {
  local int first[8];
  uint group = get_group_id(0), l = get_local_id(0);
  if (l >= 3) first[l] = 5;
  if (group > 0) {
    if (l >= 3) {
      while (!atomic_inc(&tickets[group])) {
      }
      first[0] = l;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    a[group * 8 + l] = first[0];
  }
}
//covers: transform-branch-tests
