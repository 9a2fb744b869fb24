//lockstep: race atomic-plain intra-group global atomic-byte-read.cl:7 atomic-byte-read.cl:8
//launch: kernel=k global=16 local=16 arg=0:buffer,128,zeros:int
//at: 1..1
//outputs: any, what is read depends on the order
kernel void k(global int *a) {
  size_t i = get_global_id(0);
  atomic_add(&a[0], 100);
  a[16 + i] = ((global uchar *)a)[1];
}
//covers: atomics-mixed-size
