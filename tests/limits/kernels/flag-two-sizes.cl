//says: one_size, launch 1: 1 race
//says: two_sizes, launch 2: clean
//build: -cl-std=CL3.0
//launch: kernel=one_size global=3 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//launch: kernel=two_sizes global=3 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
// The last group reads the flag from the second one, whose relaxed store hands on nothing: a race for the data. With a
// wider store, which begins at another byte, lockstep takes the flag for the first group's, and misses the race.
void hand_on(global atomic_uint *flag, global int *data, global int *out, bool wide) {
  global atomic_uint *upper = flag + 1;
  if (get_group_id(0) == 0) {
    *data = 1;
    atomic_store_explicit(upper, 1, memory_order_release, memory_scope_device);
  } else if (get_group_id(0) == 1) {
    while (atomic_load_explicit(upper, memory_order_relaxed, memory_scope_device) != 1) {
    }
    if (wide)
      atomic_store_explicit((global atomic_ulong *)flag, 2UL << 32, memory_order_relaxed, memory_scope_device);
    else
      atomic_store_explicit(upper, 2, memory_order_relaxed, memory_scope_device);
  } else {
    // An acquire on the way would meet the first group's release now and then.
    while (atomic_load_explicit(upper, memory_order_relaxed, memory_scope_device) != 2) {
    }
    *out = atomic_load_explicit(upper, memory_order_acquire, memory_scope_device) + *data;
  }
}
kernel void one_size(global atomic_uint *flag, global int *data, global int *out) { hand_on(flag, data, out, false); }
kernel void two_sizes(global atomic_uint *flag, global int *data, global int *out) { hand_on(flag, data, out, true); }
//covers: replay-mixed-size
