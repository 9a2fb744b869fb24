//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
kernel void k(global int *data, global int *out) {
  int l = get_local_id(0), rounds = l == 0 ? 3 : 2;
  for (int i = 0; i < 3; ++i) {
    if (i == 2 && i < rounds) data[5] = l + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 9) out[l] = data[5];
}
