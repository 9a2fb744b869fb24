//lockstep: race write-write intra-group global atomics-around-barrier.cl:14 atomics-around-barrier.cl:14
//launch: kernel=k global=16 local=8 arg=0:buffer,64,zeros:int
//build: -cl-std=CL3.0
//outputs: any, a race decides
// Nothing but a barrier lies between two atomics, each of which is tried until it is its turn.
kernel void k(global int *out) {
  local atomic_int count;
  size_t l = get_local_id(0), g = get_global_id(0);
  if (l == 0) atomic_init(&count, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add(&count, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  int all = atomic_load(&count);
  out[g / 2] = all + l;
}
