//lockstep: race write-write inter-group global ids-offset.cl:7 ids-offset.cl:7
//launch: kernel=k global=32 local=4 offset=8 arg=0:buffer,256,zeros:int
//items: 8,0,0 24,0,0
//outputs: any, two values compete for a[8]
kernel void k(global int *a) {
  int i = get_global_id(0);
  if (i % 16 == 8) a[8] = i;
}
//covers: offsets
