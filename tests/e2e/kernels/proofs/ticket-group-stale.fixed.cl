//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,4,zeros:uint arg=1:buffer,256,iota:int arg=2:buffer,256,zeros:int
// All groups draw theirs.
kernel void k(volatile global uint *next, global const int *in, global int *out) {
  local uint tile;
  const uint lid = get_local_id(0);
  if (lid == 0) tile = atomic_inc(next);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint at = tile * 16 + lid;
  out[at] = in[at] + 1;
}
