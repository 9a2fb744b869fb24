//lockstep: clean
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,128,zeros:int
//outputs: any, the thief may come before or after
// The authors' repair: a relaxed atomic write, of work-group scope, which the remote load includes.
#include <lockstep/rsp.clh>
kernel void k(global atomic_int *tail, global int *out) {
  int seen = 0;
  if (get_global_id(0) == 0) {
    atomic_store_explicit(tail, 1, memory_order_relaxed, memory_scope_work_group);
  } else if (get_global_id(0) == 16) {
    seen = atomic_load_explicit_remote(tail, memory_order_acquire, memory_scope_device);
  }
  out[get_global_id(0)] = seen;
}
