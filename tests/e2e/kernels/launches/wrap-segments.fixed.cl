//lockstep: clean
//launch: kernel=k global=2 local=2 arg=0:buffer,8,zeros:int arg=1:int:65536
// Exactly 2^16 barriers between the two writes: a 16-bit counter would see one segment.
kernel void k(global int *a, int rounds) {
  local int t[2];
  int l = get_local_id(0);
  if (l == 0) t[0] = 5;
  for (int i = 0; i < rounds; ++i) barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 1) t[0] = 6;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[0];
}
