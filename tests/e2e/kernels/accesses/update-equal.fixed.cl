//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,4,zeros:int
//made: use an atomic operation
kernel void k(global int *seen) {
  int l = get_local_id(0);
  atomic_or(seen, l < 99);
}
