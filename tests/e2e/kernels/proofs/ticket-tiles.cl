//lockstep: race write-write inter-group global ticket-tiles.cl:13 ticket-tiles.cl:13
//launch: kernel=k global=256 local=16 arg=0:buffer,1024,zeros:uint arg=1:buffer,4,value:-5:int
//outputs: any, a race decides
//pruned: 0
//build: -cl-std=CL3.0
// Tiles in the order of a counter that goes on from launch to launch, here past the end of its type: with one tile less
// than groups two of them have one in common.
kernel void k(global uint *out, global atomic_uint *next) {
  local uint ticket;
  const uint l = get_local_id(0), size = get_local_size(0), tiles = get_num_groups(0) - 1;
  if (l == 0) ticket = atomic_fetch_add_explicit(next, 1u, memory_order_relaxed, memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ticket % tiles * size + l] = get_global_id(0);
}
