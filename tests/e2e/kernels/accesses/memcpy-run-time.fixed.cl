//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,iota:char arg=1:buffer,1024,zeros:char arg=2:buffer,64,iota:int
// The first byte behind it is.
kernel void k(global char *a, global char *b, global int *sizes) {
  int i = get_global_id(0), n = 8 + sizes[i];
  __builtin_memcpy(b + 32 * i, a + 32 * i, n);
  a[32 * (i ^ 1) + 8 + sizes[i ^ 1]] = 1;
}
