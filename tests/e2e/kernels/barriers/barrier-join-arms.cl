//lockstep: race read-write intra-group local barrier-join-arms.cl:19 barrier-join-arms.cl:21
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:int:0 arg=2:int:1
//outputs: any, a race decides
// A branch in which two ways with barriers come together: neither barrier is on all ways to its end, where work-items
// part. It had no end of its own, and behind it all work-items went work-item 0's way.
kernel void k(global uint *out, int n, int m) {
  local uint tile[4];
  const int l = get_local_id(0);
  const int last = l == 3;
  tile[l] = l;
  if (m) {
    if (n) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (!last) tile[l] += 2;
    } else {
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (last)
      tile[0] = l;
  }
  out[get_global_id(0)] = tile[l];
}
//covers: transform-branch-joins
