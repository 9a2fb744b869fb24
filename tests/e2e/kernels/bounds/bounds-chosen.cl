//lockstep: out-of-bounds global * bounds-chosen.cl:7
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,iota:int arg=2:buffer,128,zeros:int
//outputs: any, what lies behind a buffer is anything
// Of two buffers neither is the one that it reads.
kernel void k(global const int *a, global const int *b, global int *out) {
  global const int *from = get_group_id(0) == 0 ? a : b;
  out[get_global_id(0)] = from[(int)get_global_id(0) - 4 * (get_global_id(0) == 3)];
}
//covers: bounds
