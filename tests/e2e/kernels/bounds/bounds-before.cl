//lockstep: out-of-bounds global -4 bounds-before.cl:7
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//items: 0,0,0
//outputs: any, what lies before a buffer is anything
// A stencil without an edge.
kernel void k(global const int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0)] - in[(int)get_global_id(0) - 1];
}
//covers: bounds
