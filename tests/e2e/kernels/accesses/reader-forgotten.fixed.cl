//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:buffer,16,zeros:int
kernel void k(global int *out) {
  local int t;
  int l = get_local_id(0), v = 0;
  if (l == 3) t = 9;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 1) v = t;
  if (l == 0) v = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 2) v = t + 1;
  if (l == 2) t = v;
  out[l] = v;
}
