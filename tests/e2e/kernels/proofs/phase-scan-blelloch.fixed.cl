//lockstep: clean
//launch: kernel=k global=128 local=64 arg=0:buffer,1024,iota:int
//pruned: 1
kernel void k(global int *data) {
  local int tree[128];
  int lid = get_local_id(0), first = get_global_id(0), offset = 1;
  tree[2 * lid] = data[2 * first];
  tree[2 * lid + 1] = data[2 * first + 1];
  for (int d = 64; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) {
      int a = offset * (2 * lid + 1) - 1, b = offset * (2 * lid + 2) - 1;
      tree[b] += tree[a];
    }
    offset *= 2;
  }
  if (lid == 0) tree[127] = 0;
  for (int d = 1; d < 128; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) {
      int a = offset * (2 * lid + 1) - 1, b = offset * (2 * lid + 2) - 1;
      int t = tree[a];
      tree[a] = tree[b];
      tree[b] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[2 * first] = tree[2 * lid];
  data[2 * first + 1] = tree[2 * lid + 1]; 
}
