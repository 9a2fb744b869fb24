//lockstep: race write-write inter-group global memset-run-time.cl:6 memset-run-time.cl:6
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,iota:char arg=1:buffer,64,iota:int
//outputs: any, two values compete for each element
kernel void k(global char *a, global int *sizes) {
  int i = get_global_id(0);
  __builtin_memset(a + 16 * i, i, 4 + sizes[i]);
}
//covers: memcpy-run-time
