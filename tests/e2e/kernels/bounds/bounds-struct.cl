//lockstep: out-of-bounds global 0 bounds-struct.cl:7
//launch: kernel=k global=4 local=4 arg=0:buffer,144,iota:int arg=1:buffer,192,zeros:int
//outputs: any, what lies behind a buffer is anything
// Copies a whole structure from behind the buffer.
typedef struct { int key; int values[11]; } Item;
kernel void k(global const Item *in, global Item *out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}
//covers: bounds
