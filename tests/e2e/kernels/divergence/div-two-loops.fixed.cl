//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
kernel void k(global int *a) {
  int l = get_local_id(0), first = 3;
  for (int i = 0; i < first; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[l] += 1;
  }
  for (int i = first; i < 6; ++i) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[l] += 10;
  }
}
