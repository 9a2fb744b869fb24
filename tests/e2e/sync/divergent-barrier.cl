//values: STORE=memory_order_release LOAD=memory_order_acquire FROM=memory_scope_device TO=memory_scope_device
//values: BEHIND=CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE AGAIN=CLK_LOCAL_MEM_FENCE|CLK_GLOBAL_MEM_FENCE
//weaken: read-write inter-group global: STORE=memory_order_relaxed; LOAD=memory_order_relaxed
//weaken: scope inter-group global: FROM=memory_scope_work_group; TO=memory_scope_work_group
//weaken: read-write inter-group global: BEHIND=CLK_LOCAL_MEM_FENCE
//weaken: wrong-fence-flag intra-group local: BEHIND=CLK_GLOBAL_MEM_FENCE; AGAIN=CLK_GLOBAL_MEM_FENCE
//weaken: clean, no work-item writes global memory that another of its group reads behind it: AGAIN=CLK_LOCAL_MEM_FENCE
//launch: kernel=k global=8 local=4 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,32,zeros:int arg=3:buffer,4,value:3:int
// The message crosses a barrier in a loop that is not provably uniform.
kernel void k@(global int *data, global atomic_int *flag, global int *out, global int *rounds) {
  local int seen;
  for (int i = 0; i < rounds[get_local_id(0) & 0]; ++i) {
    if (get_local_id(0) == 0) {
      if (get_group_id(0) == 0 && i == 1) {
        *data = 42;
        atomic_store_explicit(flag, 1, $STORE, $FROM);
      }
      seen = 0;
      for (int j = 0; j < 1000000 && get_group_id(0) == 1 && !seen; ++j)
        seen = atomic_load_explicit(flag, $LOAD, $TO);
    }
    barrier($BEHIND);
    if (seen) out[get_global_id(0)] = *data;
    barrier($AGAIN);
  }
}
//covers: sync-transformed
