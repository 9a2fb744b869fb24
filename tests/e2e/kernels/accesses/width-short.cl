//lockstep: race write-write inter-group global width-short.cl:6 width-short.cl:6
//launch: kernel=k global=64 local=1 arg=0:buffer,128,zeros:short
//outputs: any, two values compete for each element
kernel void k(global short *a) {
  int i = get_global_id(0);
  a[i / 2] = (short)i;
}
//covers: scalars
