//lockstep: race read-write inter-group global rsp-relaxed.cl:9 rsp-relaxed.cl:16
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//outputs: any, the message may come too late
// A remote operation orders what its memory order says: relaxed, nothing.
#include <lockstep/rsp.clh>
kernel void k(global int *data, global atomic_int *flag, global int *out) {
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (get_global_id(0) == 16) {
    int ready = 0;
    for (int i = 0; i < 1000000 && ready == 0; ++i)
      ready = atomic_load_explicit_remote(flag, memory_order_relaxed, memory_scope_device);
    if (ready)
      *out = *data;
  }
}
//covers: rsp-synchronises
