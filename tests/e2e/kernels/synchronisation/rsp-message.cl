//lockstep: race scope inter-group global rsp-message.cl:11 rsp-message.cl:15
//lockstep: race read-write inter-group global rsp-message.cl:10 rsp-message.cl:17
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//outputs: any, the message may come too late
// Device scope on the reader's side alone does not include the writer's work-group scope.
#include <lockstep/rsp.clh>
kernel void k(global int *data, global atomic_int *flag, global int *out) {
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
  } else if (get_global_id(0) == 16) {
    int ready = 0;
    for (int i = 0; i < 1000000 && ready == 0; ++i)
      ready = atomic_load_explicit(flag, memory_order_acquire, memory_scope_device);
    if (ready)
      *out = *data;
  }
}
//covers: rsp-synchronises
