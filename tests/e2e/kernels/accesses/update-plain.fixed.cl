//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,64,iota:int
//made: use an atomic operation
kernel void k(global int *sum, global const int *in) {
  int i = get_global_id(0);
  atomic_add(sum, in[i] + 1);
}
