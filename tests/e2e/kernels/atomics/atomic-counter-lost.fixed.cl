//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,4,zeros:int
kernel void k(global int *count) {
  atomic_add(count, (int)get_global_id(0) + 1);
}
