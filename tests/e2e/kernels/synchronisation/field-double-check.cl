//lockstep: maybe race atomic-plain inter-group global field-double-check.cl:8 field-double-check.cl:12
//lockstep: maybe race atomic-plain inter-group global field-double-check.cl:8 field-double-check.cl:10
//launch: kernel=k global=4 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,16,zeros:int
//build: -cl-std=CL3.0
// Double-checked initialisation: the first look at the state is plain.
kernel void k(global int *table, global atomic_int *state, global int *out) {
  for (int i = 0; i < 1000000; ++i) {
    if (*(volatile global int *)state == 2) break;
    int none = 0;
    if (atomic_compare_exchange_strong_explicit(state, &none, 1, memory_order_acquire, memory_order_relaxed, memory_scope_device)) {
      table[0] = 3; table[1] = 4;
      atomic_store_explicit(state, 2, memory_order_release, memory_scope_device);
    }
  }
  if (atomic_load_explicit(state, memory_order_acquire, memory_scope_device) == 2) out[get_group_id(0)] = table[0] + table[1];
}
//covers: sync-double-check
