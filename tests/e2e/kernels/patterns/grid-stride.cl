//lockstep: race write-write inter-group global grid-stride.cl:7 grid-stride.cl:7
//launch: kernel=k global=16 local=1 arg=0:buffer,256,zeros:int
//outputs: any, two values compete for some elements
// The stride is one less than the number of work-items.
kernel void k(global int *a) {
  for (int i = get_global_id(0); i < 64; i += get_global_size(0) - 1)
    a[i] = get_global_id(0);
}
