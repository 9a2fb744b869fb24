//lockstep: race read-write inter-group global rsp-barrier.cl:9 rsp-barrier.cl:18
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,64,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,64,zeros:int
//outputs: any, the message may come too late
// The group's barrier releases, but its flag names local memory only.
#include <lockstep/rsp.clh>
kernel void k(global int *data, global atomic_int *flag, global int *out) {
  const int me = get_local_id(0), group = get_group_id(0);
  if (group == 0) data[me] = me;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (group == 0 && me == 0) {
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (group == 1 && me == 0) {
    int ready = 0;
    for (int i = 0; i < 1000000 && ready == 0; ++i)
      ready = atomic_load_explicit_remote(flag, memory_order_acquire, memory_scope_device);
    if (ready)
      for (int i = 0; i < 16; ++i) out[i] = data[i];
  }
}
//covers: rsp-synchronises
