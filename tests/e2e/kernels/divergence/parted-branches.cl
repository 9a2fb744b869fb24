// Two barriers, each of which one half of the group executes, order nothing between the halves.
//lockstep: race read-write intra-group local parted-branches.cl:11 parted-branches.cl:15
//lockstep: divergence parted-branches.cl:12 parted-branches.cl:14
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//repair: let every work-item of the group execute the same barriers, outside of the branches that part them
//outputs: any, a race decides
kernel void k(global int *out) {
  local int tile[8];
  int l = get_local_id(0);
  if (l < 8) {
    tile[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = tile[l - 8];
  }
}
