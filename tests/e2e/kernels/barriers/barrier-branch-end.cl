//lockstep: race read-write intra-group global barrier-branch-end.cl:11 barrier-branch-end.cl:13
//launch: kernel=k global=4 local=2 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
// Work-items part at the end of a branch with a loop around a barrier: with this twin PoCL never came to an end.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), i = 0, v = 0;
  if (get_group_id(0) == 0) {
    do {
      i++;
      barrier(CLK_GLOBAL_MEM_FENCE);
    } while (i < 2);
    b[l] = i;
    if (l >= 1) {
      v = b[l - 1];
      if (l != 1) {
        a[l] = 0;
        if (v == l) v = 1;
      }
    }
  }
}
//covers: transform-branch-end
