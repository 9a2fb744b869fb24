//lockstep: clean
//build: -cl-std=CL3.0
//launch: kernel=k global=64 local=64 arg=0:buffer,4,zeros:int arg=1:buffer,256,zeros:int
//options: --event-log=1
// The writes come behind 64,000 atomics, of which one megabyte of log holds 16,384: the log must be read
// while the kernel writes it.
kernel void k(global atomic_int *count, global int *out) {
  int l = get_local_id(0);
  for (int i = 0; i < 1000; ++i)
    atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_work_group);
  out[l] = l;
}
