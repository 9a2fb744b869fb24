//values: STORE=memory_order_release LOAD=memory_order_acquire
//weaken: read-write inter-group global: STORE=memory_order_relaxed
//weaken: read-write inter-group global: LOAD=memory_order_relaxed
//launch: kernel=k global=8 local=4 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,32,zeros:int arg=3:buffer,4,value:3:int
// The message crosses a barrier in a loop that is not provably uniform.
kernel void k@(global int *data, global atomic_int *flag, global int *out, global int *rounds) {
  local int seen;
  for (int i = 0; i < rounds[get_local_id(0) & 0]; ++i) {
    if (get_local_id(0) == 0) {
      if (get_group_id(0) == 0 && i == 1) {
        *data = 42;
        atomic_store_explicit(flag, 1, $STORE, memory_scope_device);
      }
      seen = 0;
      for (int j = 0; j < 300000 && get_group_id(0) == 1 && !seen; ++j)
        seen = atomic_load_explicit(flag, $LOAD, memory_scope_device);
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (seen) out[get_global_id(0)] = *data;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
