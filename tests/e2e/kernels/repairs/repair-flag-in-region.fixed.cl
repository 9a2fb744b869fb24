//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,4,zeros:int arg=1:buffer,32,zeros:int arg=2:buffer,4,zeros:int arg=3:buffer,4,zeros:int
//made: keep the flag in global memory
//build: -cl-std=CL3.0
//outputs: any, a race decides
kernel void k(global int *data, global int *out, global atomic_int *done, global atomic_int *flag) {
  const int l = get_local_id(0);
  if (l == 0) atomic_init(flag, 0);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < 2; ++i) if (i == 0 && l == 0) {
    data[0] = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (l != 0 && atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group)) {
    out[l] = data[0];
  }
  atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, memory_scope_work_group);
}
