//says: not constants are taken as the strongest
//build: -cl-std=CL3.0
//launch: kernel=k global=4 local=1 arg=0:buffer,4*int arg=1:buffer,4*int arg=2:int:0
kernel void k(global atomic_int *flag, global int *data, int relaxed) {
  memory_order order = relaxed ? memory_order_relaxed : memory_order_acquire;
  data[get_global_id(0)] = atomic_load_explicit(flag, order, memory_scope_device);
}
