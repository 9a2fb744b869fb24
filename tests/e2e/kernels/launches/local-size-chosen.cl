//lockstep: race write-write * global local-size-chosen.cl:7 local-size-chosen.cl:7
//launch: kernel=k global=64 arg=0:buffer,256,zeros:int
//outputs: any, two values compete for each element
// No local size given: the device chooses one.
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i % 32] = i;
}
//covers: local-size-chosen
