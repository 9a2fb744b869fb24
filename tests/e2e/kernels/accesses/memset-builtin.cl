//lockstep: race write-write inter-group global memset-builtin.cl:6 memset-builtin.cl:6
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,zeros:char
//outputs: any, two values compete for each element
kernel void k(global char *a) {
  int i = get_global_id(0);
  __builtin_memset(a + 20 * i, i, 24);
}
//covers: memcpy
