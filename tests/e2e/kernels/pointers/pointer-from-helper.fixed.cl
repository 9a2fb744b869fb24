//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,256,zeros:int
__attribute__((noinline)) global int *slot(global int *base, int i, global int **second) {
  *second = base + 32 + i;
  return base + i;
}
kernel void k(global int *a) {
  int i = get_global_id(0);
  global int *second;
  *slot(a, i, &second) = i;
  *second = i;
}
