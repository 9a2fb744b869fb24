//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
__attribute__((noinline)) void put(global int *p, int at, int v) {
  p[at] = v;
}
kernel void k(global int *a) {
  int i = get_global_id(0);
  put(a, i, i);
}
