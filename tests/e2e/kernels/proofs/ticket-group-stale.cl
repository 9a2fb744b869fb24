//lockstep: race write-write inter-group global ticket-group-stale.cl:13 ticket-group-stale.cl:13
//launch: kernel=k global=64 local=16 arg=0:buffer,4,zeros:uint arg=1:buffer,256,iota:int arg=2:buffer,256,zeros:int
//outputs: any, groups write each other's tiles
//pruned: 0
// What is in local memory need not be what was drawn: two groups draw none, and both take the first tile.
kernel void k(volatile global uint *next, global const int *in, global int *out) {
  local uint tile;
  const uint lid = get_local_id(0);
  if (lid == 0) tile = 0;
  if (lid == 0 && get_group_id(0) > 1) tile = atomic_inc(next);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint at = tile * 16 + lid;
  out[at] = in[at] + get_group_id(0);
}
