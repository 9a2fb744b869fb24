//lockstep: clean
//launch: kernel=k global=8 local=4 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
//outputs: any, PoCL 3.1 loses an iteration of the kernel as it stands; the twin computes what the source says
// A barrier on both sides of the writes.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0; i < 2; ++i) {
    if (get_group_id(0) == 0) {
      barrier(CLK_GLOBAL_MEM_FENCE);
      b[l] = i;
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (l >= 1) {
        a[g] = b[l - 1];
      }
    }
  }
}
