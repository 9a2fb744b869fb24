//values: STORE=memory_order_release LOAD=memory_order_acquire
//weaken: read-write inter-group global: STORE=memory_order_relaxed
//weaken: read-write inter-group global: LOAD=memory_order_relaxed
//launch: kernel=k global=32 local=8 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int arg=2:buffer,16,zeros:int arg=3:buffer,16,zeros:int arg=4:buffer,16,zeros:int arg=5:buffer,4,zeros:int
// A prefix sum in one pass: each tile publishes its sum, then its inclusive prefix, behind a status,
// and looks back until it finds a prefix. Tiles are numbered in the order in which they start.
kernel void k@(global int *in, global int *out, global atomic_int *status, global int *sums,
               global int *prefixes, global atomic_int *next) {
  local int part[8];
  local int tile, before;
  const int l = get_local_id(0);
  if (l == 0) tile = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE);
  part[l] = in[tile * 8 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0, prefix = 0;
    for (int i = 0; i < 8; ++i) sum += part[i];
    sums[tile] = sum;
    atomic_store_explicit(&status[tile], 1, $STORE, memory_scope_device);
    for (int t = tile - 1; t >= 0;) {
      const int s = atomic_load_explicit(&status[t], $LOAD, memory_scope_device);
      if (s == 2) {
        prefix += prefixes[t];
        break;
      }
      if (s == 1) prefix += sums[t--];
    }
    prefixes[tile] = prefix + sum;
    atomic_store_explicit(&status[tile], 2, $STORE, memory_scope_device);
    before = prefix;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int mine = before;
  for (int i = 0; i <= l; ++i) mine += part[i];
  out[tile * 8 + l] = mine;
}
