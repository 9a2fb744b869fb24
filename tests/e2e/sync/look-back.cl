//values: SUM=memory_order_release PREFIX=memory_order_release LOOK=memory_order_acquire
//values: NEXT=memory_scope_device SUMMER=memory_scope_device PREFIXER=memory_scope_device LOOKER=memory_scope_device
//weaken: read-write inter-group global: SUM=memory_order_relaxed; PREFIX=memory_order_relaxed; LOOK=memory_order_relaxed
//weaken: scope inter-group global: NEXT=memory_scope_work_group; SUMMER=memory_scope_work_group
//weaken: scope inter-group global: PREFIXER=memory_scope_work_group; LOOKER=memory_scope_work_group
//launch: kernel=k global=32 local=8 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int arg=2:buffer,16,zeros:int arg=3:buffer,16,zeros:int arg=4:buffer,16,zeros:int arg=5:buffer,4,zeros:int
// A prefix sum in one pass: each tile publishes its sum, then its inclusive prefix, behind a status,
// and looks back until it finds a prefix. Tiles are numbered in the order in which they start. The first tile
// has a prefix at once, and the odd ones leave it at their sum, so that both are read in every schedule.
kernel void k@(global int *in, global int *out, global atomic_int *status, global int *sums,
               global int *prefixes, global atomic_int *next) {
  local int part[8];
  local int tile, before;
  const int l = get_local_id(0);
  if (l == 0) tile = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, $NEXT);
  barrier(CLK_LOCAL_MEM_FENCE);
  part[l] = in[tile * 8 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0, prefix = 0;
    for (int i = 0; i < 8; ++i) sum += part[i];
    if (tile > 0) {
      sums[tile] = sum;
      atomic_store_explicit(&status[tile], 1, $SUM, $SUMMER);
    }
    for (int t = tile - 1; t >= 0;) {
      const int s = atomic_load_explicit(&status[t], $LOOK, $LOOKER);
      if (s == 2) {
        prefix += prefixes[t];
        break;
      }
      if (s == 1) prefix += sums[t--];
    }
    if (tile % 2 == 0) {
      prefixes[tile] = prefix + sum;
      atomic_store_explicit(&status[tile], 2, $PREFIX, $PREFIXER);
    }
    before = prefix;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int mine = before;
  for (int i = 0; i <= l; ++i) mine += part[i];
  out[tile * 8 + l] = mine;
}
//covers: sync-look-back
