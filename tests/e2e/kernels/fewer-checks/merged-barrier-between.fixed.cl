//lockstep: clean
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int
kernel void k(global int *out) {
  local int l[32]; int i = get_local_id(0); l[i] = i; barrier(CLK_LOCAL_MEM_FENCE);
  int x = l[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  x += l[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  l[(i + 1) % 32] = x;
  out[get_global_id(0)] = x;
}
