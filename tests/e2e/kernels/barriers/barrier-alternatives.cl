//lockstep: race read-write intra-group local barrier-alternatives.cl:13 barrier-alternatives.cl:18
//launch: kernel=k global=8 local=4 arg=0:buffer,32,iota:uint arg=1:int:1
//outputs: any, a race decides
// Two ways with a barrier each: behind the first barrier, where several tests come together, work-items went on with the
// other way.
kernel void k(global uint *out, int n) {
  local uint tile[4];
  const int l = get_local_id(0);
  tile[l] = l;
  if (n) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l > 0 && l < 3)
      tile[0] = l;
  } else {
    if (l & 2) tile[l] = 47;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = tile[l];
}
//covers: transform-branch-alternatives
