//values: PUT=atomic_fetch_max(flag,1L) GET=atomic_load(flag)
//weaken: clean, one message needs no order of all operations: PUT=atomic_fetch_max_explicit(flag,1L,memory_order_acq_rel,memory_scope_device); GET=atomic_load_explicit(flag,memory_order_acquire,memory_scope_device)
//weaken: scope inter-group global: PUT=atomic_fetch_max_explicit(flag,1L,memory_order_seq_cst,memory_scope_work_group); GET=atomic_load_explicit(flag,memory_order_seq_cst,memory_scope_work_group)
//weaken: read-write inter-group global: PUT=atomic_fetch_max_explicit(flag,1L,memory_order_acquire,memory_scope_device)
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,8,zeros:long arg=2:buffer,4,zeros:int
// Forms without order and scope are sequentially consistent, of device scope; 64 bits wide.
kernel void k@(global int *data, global atomic_long *flag, global int *out) {
  if (get_group_id(0) == 0) {
    *data = 2;
    $PUT;
  } else {
    long seen = 0;
    for (int i = 0; i < 1000000 && !seen; ++i) seen = $GET;
    if (seen) *out = *data;
  }
}
//covers: sync-defaults
