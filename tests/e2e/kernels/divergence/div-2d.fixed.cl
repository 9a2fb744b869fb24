//lockstep: clean
//launch: kernel=k global=8,8 local=4,4 arg=0:buffer,256,zeros:int
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1);
  a[8 * y + x] = x;
  if (get_group_id(0) == get_group_id(1)) {
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
