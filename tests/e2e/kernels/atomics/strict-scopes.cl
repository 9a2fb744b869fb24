//lockstep: race scope intra-group global strict-scopes.cl:10 strict-scopes.cl:12
//lockstep: race read-write intra-group global strict-scopes.cl:9 strict-scopes.cl:13
//launch: kernel=k global=2 local=2 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//build: -cl-std=CL3.0
//options: --scope-inclusion=strict
// Either scope reaches the other work-item, but OpenCL 3.0's wording asks for the same one on both sides. Twice: in lock step either may come first.
kernel void k(global int *data, global atomic_int *flag, global int *out) {
  for (int i = 0; i < 2; ++i) if (i == 0 && get_local_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (get_local_id(0) == 1) {
    if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group))
      *out = *data;
  }
}
//covers: sync-strict
