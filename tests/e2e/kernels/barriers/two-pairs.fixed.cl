//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,132,iota:int arg=2:buffer,128,zeros:int
kernel void k(global int *a, global int *b, global int *c) {
  int i = get_global_id(0);
  a[i] = i;
  c[i] = b[i];
  b[i] = i;
}
