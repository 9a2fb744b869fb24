//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,128,zeros:int
kernel void k(global int2 *out) {
  local int2 t[16];
  int l = get_local_id(0);
  t[l].y = l;
  t[(l + 1) % 16].x = -l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[l];
}
