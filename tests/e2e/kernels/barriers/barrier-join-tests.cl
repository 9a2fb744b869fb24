//lockstep: race read-write intra-group local barrier-join-tests.cl:17 barrier-join-tests.cl:18
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:int:1
//outputs: any, a race decides
// A test behind a branch with a barrier that is also made on the way without one: the optimiser lets that way skip the
// second, which then belonged to the branch with the barrier, and all work-items went work-item 0's way behind it.
kernel void k(global uint *out, int n) {
  local uint tile[4];
  const int l = get_local_id(0);
  const int last = l == 3;
  tile[l] = l;
  if (n) {
    barrier(CLK_LOCAL_MEM_FENCE);
  } else if (last) {
    tile[l] = 47;
  }
  if (last)
    tile[0] = l;
  out[get_global_id(0)] = tile[l];
}
//covers: transform-branch-joins
