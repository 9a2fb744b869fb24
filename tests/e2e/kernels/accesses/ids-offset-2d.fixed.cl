//lockstep: clean
//launch: kernel=k global=4,4 local=2,2 offset=3,5 arg=0:buffer,512,zeros:int
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1);
  a[8 * y + x] = 1;
}
