//says: it synchronises with atomics or fences, which --model=lockstep:N does not cover
//options: --model=lockstep:2
//build: -cl-std=CL3.0
//launch: kernel=k global=4 local=4 arg=0:buffer,4*int
kernel void k(global atomic_int *a) {
  atomic_fetch_add_explicit(a, 1, memory_order_acq_rel, memory_scope_device);
}
