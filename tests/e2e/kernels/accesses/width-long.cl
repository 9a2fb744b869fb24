//lockstep: race write-write inter-group global width-long.cl:6 width-long.cl:6
//launch: kernel=k global=64 local=1 arg=0:buffer,512,zeros:long
//outputs: any, two values compete for each element
kernel void k(global long *a) {
  int i = get_global_id(0);
  a[i / 2] = (long)i << 40;
}
//covers: scalars
