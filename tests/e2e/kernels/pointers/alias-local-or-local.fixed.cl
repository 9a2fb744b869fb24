//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
kernel void k(global int *out) {
  local int s[16], t[16];
  int l = get_local_id(0);
  local int *p = l % 2 ? s : t;
  s[l] = t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[l / 2] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = s[l] + t[l];
}
