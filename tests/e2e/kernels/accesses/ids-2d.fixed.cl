//lockstep: clean
//launch: kernel=k global=8,8 local=1,1 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
kernel void k(global int *a, global int *b) {
  int x = get_global_id(0), y = get_global_id(1);
  int v = a[8 * x + y];
  b[8 * y + x] = v;
}
