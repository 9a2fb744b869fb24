//lockstep: out-of-bounds global * bounds-vector.cl:6
//launch: kernel=k global=5 local=5 arg=0:buffer,60,iota:int arg=1:buffer,80,zeros:int
//outputs: any, what lies behind a buffer is anything
// vload4 of triples: of the last the fourth component lies behind the buffer.
kernel void k(global const int *in, global int4 *out) {
  int4 v = vload4(0, in + 3 * get_global_id(0));
  out[get_global_id(0)] = v;
}
//covers: bounds
