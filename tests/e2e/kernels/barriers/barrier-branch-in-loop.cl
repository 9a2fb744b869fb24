//lockstep: race read-write intra-group global barrier-branch-in-loop.cl:10 barrier-branch-in-loop.cl:12
//launch: kernel=k global=8 local=4 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
//outputs: any, the race is on what is copied
// A barrier in a branch that the whole group takes, in a loop: PoCL compiles the form as it stands wrongly.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0; i < 2; ++i) {
    if (get_group_id(0) == 0) {
      barrier(CLK_GLOBAL_MEM_FENCE);
      b[l] = i;
      if (l >= 1) {
        a[g] = b[l - 1];
      }
    }
  }
}
//covers: transform-branch-in-loop
