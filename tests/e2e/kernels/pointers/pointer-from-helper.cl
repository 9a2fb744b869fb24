//lockstep: race write-write inter-group global pointer-from-helper.cl:12 pointer-from-helper.cl:12
//launch: kernel=k global=32 local=1 arg=0:buffer,256,zeros:int
//outputs: any, two values compete for each element
__attribute__((noinline)) global int *slot(global int *base, int i, global int **second) {
  *second = base + 32 + i / 2;
  return base + i;
}
kernel void k(global int *a) {
  int i = get_global_id(0);
  global int *second;
  *slot(a, i, &second) = i;
  *second = i;
}
//covers: pointers-from-helpers
