//lockstep: clean
//launch: kernel=k global=2 local=2 arg=0:buffer,16,zeros:int arg=1:int:65536
kernel void k(global int *a, int rounds) {
  int l = get_local_id(0);
  if (l == 0) a[0] = 5;
  for (int i = 0; i < rounds; ++i) barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 1) a[1] = a[0];
}
