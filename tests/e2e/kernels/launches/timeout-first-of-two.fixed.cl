//lockstep: clean
//launch: kernel=stuck global=4 local=2 arg=0:buffer,4,value:1:int
//launch: kernel=next global=4 local=2 arg=0:buffer,16,zeros:int
//options: --launch-timeout=100
//kernel: next
// The flag is set, and each work-item has an element of its own.
kernel void stuck(global int *flag) {
  while (atomic_or(flag, 0) == 0) {
  }
}
kernel void next(global int *out) {
  out[get_global_id(0)] = get_global_id(0);
}
