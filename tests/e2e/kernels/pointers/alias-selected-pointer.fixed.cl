//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,128,zeros:int arg=2:buffer,128,iota:int
// Equal indices, different buffers.
kernel void k(global int *a, global int *b, global int *which) {
  int i = get_global_id(0);
  global int *p = which[i] % 2 ? a : b;
  p[i / 2] = i;
}
