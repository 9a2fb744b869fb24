//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  ulong address = (ulong)a + 4 * i;
  *(global int *)address = i;
}
