//lockstep: race read-write intra-group global barrier-branch-with-loop.cl:13 barrier-branch-with-loop.cl:16
//launch: kernel=k global=4 local=2 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
//outputs: any, PoCL itself compiles this wrongly
// Group 0 leaves its loop together and parts behind it; on PoCL the twin must still end.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), n = get_local_size(0), i = get_global_id(0), none = 0;
  if (get_group_id(0) == 0) {
    for (int j = 0; j < 1; ++j) {
      barrier(CLK_GLOBAL_MEM_FENCE);
      a[i] = l;
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
    a[i] = l + 1;
    if (l == none) goto out;
  }
  b[i] = a[i - l + (l + 1) % n];
  if (n < 3) return;
  if (l > 1) b[i] += 1;
out:
  return;
}
//covers: transform-branch-loop
