//lockstep: race write-write inter-group global ticket-reset.cl:21 ticket-reset.cl:21
//launch: kernel=k global=64 local=16 arg=0:buffer,8,zeros:uint arg=1:buffer,4,zeros:uint arg=2:buffer,1024,iota:int arg=3:buffer,1024,zeros:int arg=4:uint:8
//options: --bounds=count
//build: -cl-std=CL3.0
//outputs: any, two groups write each tile
//pruned: 0
// Groups draw tiles until there are no more, and the last to end resets the counter; half of them have one of their own, so
// that each tile is two groups'.
kernel void k(global atomic_uint *next, global atomic_uint *finished, global const int *in, global int *out, uint tiles) {
  local uint tile;
  const uint lid = get_local_id(0), size = get_local_size(0);
  for (;;) {
    if (lid == 0)
      tile = atomic_fetch_add_explicit(&next[get_group_id(0) & 1], 1u, memory_order_acq_rel, memory_scope_device);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint mine = tile;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine >= tiles) break;
    for (uint i = lid; i < 32; i += size) {
      const uint at = mine * 32 + i;
      out[at] = in[at] + get_group_id(0);
    }
  }
  if (lid == 0 && atomic_fetch_add_explicit(finished, 1u, memory_order_acq_rel, memory_scope_device) ==
                      get_num_groups(0) - 1) {
    atomic_store_explicit(finished, 0u, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(&next[get_group_id(0) & 1], 0u, memory_order_release, memory_scope_device);
  }
}
