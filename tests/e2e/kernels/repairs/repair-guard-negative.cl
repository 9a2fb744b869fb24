//lockstep: out-of-bounds global -4 repair-guard-negative.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
//repair: guard the access, so that it is made only where the index is not negative
//outputs: any, what lies outside of a buffer is anything
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i - 1];
}
