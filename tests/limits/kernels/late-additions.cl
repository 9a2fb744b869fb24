//says: launch 1: clean (incomplete: launches that added to a counter behind its reset: whether two work-items drew one number was not looked at, and will be from now on
//says: launch 2: clean
//says-not: launch 2: clean (
//says-then: launch 1: 1 race
//says-then: launch 2: clean
//environment: LOCKSTEP_CACHE_DIR=%t
//options: --build-options=-cl-std=CL3.0 --certify=off
//launch: kernel=k global=16384 local=4 arg=0:buffer,4,zeros arg=1:buffer,4,value:4095:uint arg=2:buffer,1024,zeros:uint
//launch: kernel=k global=16384 local=4 arg=0:buffer,4,zeros arg=1:buffer,4,zeros arg=2:buffer,1024,zeros:uint
// The last group is to reset the counter for the next launch; but where another one begins, the first to end does.
kernel void k(global atomic_uint *next, global atomic_uint *finished, global uint *out) {
  local uint tile;
  for (;;) {
    if (get_local_id(0) == 0)
      tile = atomic_fetch_add_explicit(next, 1, memory_order_acq_rel, memory_scope_device);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint mine = tile;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine >= 64) break;
    out[mine * 4 + get_local_id(0)] = get_group_id(0);
  }
  if (get_local_id(0) == 0 && atomic_fetch_add_explicit(finished, 1, memory_order_acq_rel, memory_scope_device) ==
                                  get_num_groups(0) - 1)
    atomic_store_explicit(next, 0, memory_order_release, memory_scope_device);
}
