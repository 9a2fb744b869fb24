//lockstep: out-of-bounds global 0 repair-guard-index.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,60,iota:int arg=1:buffer,64,iota:int arg=2:buffer,64,zeros:int arg=3:int:15
//repair: guard the access, so that it is made only where the index is below the number of elements of 'in', or make 'in' larger
//outputs: any, what lies outside of a buffer is anything
kernel void k(global const int *in, global const int *at, global int *out, int n) {
  int i = get_global_id(0);
  out[i] = in[at[i]];
}
