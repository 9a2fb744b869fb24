//lockstep: race read-write inter-group global memcpy-run-time.cl:7 memcpy-run-time.cl:8
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,iota:char arg=1:buffer,1024,zeros:char arg=2:buffer,64,iota:int
//outputs: any, the reads may come before or after the writes
// The last byte that each copy reads is written by a neighbour.
kernel void k(global char *a, global char *b, global int *sizes) {
  int i = get_global_id(0), n = 8 + sizes[i];
  __builtin_memcpy(b + 32 * i, a + 32 * i, n);
  a[32 * (i ^ 1) + 7 + sizes[i ^ 1]] = 1;
}
