//lockstep: race write-write inter-group global ticket-group.cl:13 ticket-group.cl:13
//launch: kernel=k global=64 local=16 arg=0:buffer,4,zeros:uint arg=1:buffer,256,iota:int arg=2:buffer,256,zeros:int arg=3:uint:15
//options: --bounds=count
//outputs: any, two values compete for an element
//pruned: 0
// Each group draws a tile for all of its work-items; tiles overlap.
kernel void k(volatile global uint *next, global const int *in, global int *out, uint width) {
  local uint tile;
  const uint lid = get_local_id(0);
  if (lid == 0) tile = atomic_inc(next);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint at = tile * width + lid;
  out[at] = in[at] + lid;
}
