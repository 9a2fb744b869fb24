//lockstep: maybe race read-write intra-group local sort-bitonic.cl:16 sort-bitonic.cl:18
//lockstep: maybe race read-write intra-group local sort-bitonic.cl:17 sort-bitonic.cl:18
//lockstep: maybe race write-write intra-group local sort-bitonic.cl:18 sort-bitonic.cl:18
//launch: kernel=k global=16 local=16 arg=0:buffer,64,random:9:int
//outputs: any, values may be lost between two exchanges
// A bitonic sort without the barrier between its steps.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int size = 2; size <= 16; size *= 2)
    for (int d = size / 2; d > 0; d /= 2) {
      int other = l ^ d;
      if (other > l) {
        int p = t[l];
        int q = t[other];
        if ((p > q) == !(l & size)) { t[l] = q; t[other] = p; }
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[l];
}
