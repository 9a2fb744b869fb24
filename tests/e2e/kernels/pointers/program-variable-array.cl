//lockstep: race write-write inter-group global program-variable-array.cl:6 program-variable-array.cl:6
//build: -cl-std=CL2.0
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,128,iota:int
global short bins[64];
void put(global short *where, int at, short v) {
  where[at] = v;
}
kernel void k(global int *out, global int *in) {
  int i = get_global_id(0);
  put(bins, in[i] / 2, i);
  out[i] = i;
}
//covers: program-variables
