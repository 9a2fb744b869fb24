//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
kernel void k(global int *a) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2 + (i == 1); ++j) {
      a[l] += i + j;
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
