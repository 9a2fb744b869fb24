//lockstep: clean
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int arg=1:int:16
// Behind what is read of the row.
kernel void k(global int *out, int n) {
  local int l[32 * 18];
  int i = get_local_id(0), sum = 0;
  for (int j = i; j < 32 * 18; j += 32) l[j] = j;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < n; ++x)
      sum += l[18 * i + x];
  l[18 * ((i + 1) % 32) + 16] = sum;
  out[i] = sum;
}
