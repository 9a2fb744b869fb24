//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,512,zeros:double
kernel void k(global double4 *out) {
  local double4 t[16];
  int i = get_local_id(0);
  t[i] = (double4)(i, i, i, i);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = t[i ^ 1];
}
