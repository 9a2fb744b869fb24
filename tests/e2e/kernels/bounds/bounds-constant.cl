//lockstep: out-of-bounds global 0 bounds-constant.cl:6
//launch: kernel=k global=16 local=16 arg=0:buffer,60,iota:int arg=1:buffer,64,zeros:int
//outputs: any, what lies behind a buffer is anything
// A table in constant memory is one element too short.
kernel void k(constant int *table, global int *out) {
  out[get_global_id(0)] = table[out[get_global_id(0)] + get_global_id(0)];
}
//covers: bounds
