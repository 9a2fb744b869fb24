//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,zeros:char
kernel void k(global char *a) {
  int i = get_global_id(0);
  __builtin_memset(a + 24 * i, i, 24);
}
