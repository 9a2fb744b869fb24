//says: lower, launch 1: clean
//says: upper, launch 2: 1 race
//build: -cl-std=CL3.0
//launch: kernel=lower global=2 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//launch: kernel=upper global=2 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
// Both loads read what the store wrote. The upper one begins at another byte: for lockstep they do not synchronise.
void hand_on(global atomic_ulong *flag, int word, global int *data, global int *out) {
  if (get_group_id(0) == 0) {
    *data = 1;
    atomic_store_explicit(flag, 0x100000001UL, memory_order_release, memory_scope_device);
  } else {
    global atomic_uint *part = (global atomic_uint *)flag + word;
    while (atomic_load_explicit(part, memory_order_acquire, memory_scope_device) == 0) {
    }
    *out = *data;
  }
}
kernel void lower(global atomic_ulong *flag, global int *data, global int *out) { hand_on(flag, 0, data, out); }
kernel void upper(global atomic_ulong *flag, global int *data, global int *out) { hand_on(flag, 1, data, out); }
//covers: replay-mixed-size
