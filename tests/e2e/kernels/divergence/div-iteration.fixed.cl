//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
kernel void k(global int *a) {
  int l = get_local_id(0), skip = l & 1;
  for (int i = 0; i < 4; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i == (skip ? 0 : 3)) continue;
    a[l] += i;
  }
}
