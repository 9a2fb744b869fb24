//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
//made: guard the access, so that it is made only where the index is not negative
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = i - 1 >= 0 ? in[i - 1] : 0;
}
