//lockstep: out-of-bounds global 4 bounds-gather.cl:7
//launch: kernel=k global=64 local=16 arg=0:buffer,252,iota:int arg=1:buffer,256,iota:int arg=2:buffer,256,zeros:int
//items: 63,0,0
//outputs: any, what lies behind a buffer is anything
// Where it reads is in memory.
kernel void k(global const int *in, global const int *at, global int *out) {
  out[get_global_id(0)] = in[at[get_global_id(0)] + (at[get_global_id(0)] == 63)];
}
//covers: bounds
