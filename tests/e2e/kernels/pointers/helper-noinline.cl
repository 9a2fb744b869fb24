//lockstep: race write-write inter-group global helper-noinline.cl:5 helper-noinline.cl:5
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
//outputs: any, two values compete for each element
__attribute__((noinline)) void put(global int *p, int at, int v) {
  p[at] = v;
}
kernel void k(global int *a) {
  int i = get_global_id(0);
  put(a, i / 2, i);
}
//covers: pointers-from-helpers
