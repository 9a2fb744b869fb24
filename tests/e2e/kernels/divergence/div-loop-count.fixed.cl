//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
kernel void k(global int *a) {
  int l = get_local_id(0);
  for (int i = 0; i < 8; ++i) {
    if (i <= l) a[l] += i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
