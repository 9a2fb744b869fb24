//lockstep: clean
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int
kernel void k(global int *out) {
  local int l[96];
  int i = get_local_id(0);
  l[3 * i] = l[3 * i + 1] = l[3 * i + 2] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  l[3 * i] += 1;
  l[3 * i + 1] += 2;
  l[3 * i + 2] += 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = l[3 * ((i + 1) % 32) + 1];
}
