//lockstep: clean
//launch: kernel=k global=4 local=1 arg=0:buffer,20,zeros:int arg=1:buffer,20,value:1:int
//build: -cl-std=CL3.0
//outputs: any, a group that starts long before the one it waits for gives up
// The flag is atomic, stored with release and loaded with acquire.
kernel void k(volatile global atomic_int *flag, global int *row) {
  const int g = get_group_id(0); int ready = g == 0;
  for (int i = 0; i < 1000000 && !ready; ++i)
    ready = atomic_load_explicit(&flag[g - 1], memory_order_acquire, memory_scope_device);
  if (!ready) return;
  const int before = g == 0 ? 0 : row[g - 1];
  row[g] = before + g;
  atomic_store_explicit(&flag[g], 1, memory_order_release, memory_scope_device);
}
