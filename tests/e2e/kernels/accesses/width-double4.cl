//lockstep: race read-write intra-group local width-double4.cl:7 width-double4.cl:8
//launch: kernel=k global=16 local=16 arg=0:buffer,512,zeros:double
//outputs: any, the reads may come before or after the writes
kernel void k(global double4 *out) {
  local double4 t[16];
  int i = get_local_id(0);
  t[i] = (double4)(i, i, i, i);
  out[i] = t[i ^ 1];
}
//covers: vectors
