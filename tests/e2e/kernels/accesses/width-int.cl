//lockstep: race write-write inter-group global width-int.cl:6 width-int.cl:6
//launch: kernel=k global=64 local=1 arg=0:buffer,256,zeros:int
//outputs: any, two values compete for each element
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i / 2] = i;
}
//covers: scalars
