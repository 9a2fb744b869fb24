//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
kernel void k(volatile global int *restrict a) {
  int i = get_global_id(0);
  volatile global int *const p = a + i;
  *p = i;
}
