//lockstep: race atomic-plain inter-group global atomic-c11.cl:8 atomic-c11.cl:10
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,128,zeros:int
//outputs: any, the count read depends on the schedule
kernel void k(global atomic_int *count, global int *out) {
  int i = get_global_id(0);
  if (i == 0)
    out[i] = *(global int *)count;
  else
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_device);
}
