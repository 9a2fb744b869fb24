//lockstep: race atomic-plain inter-group global rsp-plain-tail.cl:11 rsp-plain-tail.cl:13
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,128,zeros:int
//outputs: any, the thief may come before or after
// The race of the paper's queue (Sect. 4.3): pop writes the tail plainly, steal reads it remotely. A
// plain access has no scope that a remote operation could reach.
#include <lockstep/rsp.clh>
kernel void k(global atomic_int *tail, global int *out) {
  int seen = 0;
  if (get_global_id(0) == 0) {
    *(global int *)tail = 1;
  } else if (get_global_id(0) == 16) {
    seen = atomic_load_explicit_remote(tail, memory_order_acquire, memory_scope_device);
  }
  out[get_global_id(0)] = seen;
}
//covers: rsp-functions
