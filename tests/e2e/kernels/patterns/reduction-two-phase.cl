//lockstep: race read-write inter-group global reduction-two-phase.cl:10 reduction-two-phase.cl:15
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,20,zeros:int
//outputs: any, a partial sum may be read before it is there
// The first group adds up the others' partial sums in the same launch.
kernel void k(global const int *in, global int *partial) {
  int g = get_group_id(0);
  if (get_local_id(0) == 0) {
    int sum = 0;
    for (int i = 0; i < 16; ++i) sum += in[16 * g + i];
    partial[g] = sum + 1;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_global_id(0) == 0) {
    int total = 0;
    for (int i = 0; i < 4; ++i) total += partial[i];
    partial[4] = total;
  }
}
