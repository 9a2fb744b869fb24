//lockstep: race atomic-plain inter-group global atomic-c11-store.cl:7 atomic-c11-store.cl:9
//build: -cl-std=CL3.0
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:int
//outputs: any, the store may come before or after the read
kernel void k(global atomic_int *flag) {
  if (get_global_id(0) == 0)
    atomic_store_explicit(&flag[0], 1, memory_order_relaxed, memory_scope_device);
  else
    *(global int *)&flag[1] = *(global int *)&flag[0];
}
//covers: atomics-c11
