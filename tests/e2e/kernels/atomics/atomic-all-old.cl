//lockstep: race atomic-plain inter-group global atomic-all-old.cl:6 atomic-all-old.cl:7
//launch: kernel=k global=64 local=1 arg=0:buffer,40,value:7:int arg=1:buffer,4,zeros:int
//outputs: any, the plain read may come anywhere
kernel void k(global volatile int *a, global int *out) {
  int i = get_global_id(0);
  atomic_min(&a[0], i);
  if (i == 63) out[0] = a[0];
}
//covers: atomics-old
