//lockstep: race read-write inter-group global memcpy-builtin.cl:6 memcpy-builtin.cl:7
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,iota:char arg=1:buffer,1024,zeros:char
//outputs: any, the reads may come before or after the writes
kernel void k(global char *a, global char *b) {
  int i = get_global_id(0);
  __builtin_memcpy(b + 32 * i, a + 32 * i, 24);
  a[32 * i ^ 32] = 1;
}
//covers: memcpy
