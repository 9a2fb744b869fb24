//lockstep: race write-write intra-group local wrap-segments.cl:9 wrap-segments.cl:10
//launch: kernel=k global=2 local=2 arg=0:buffer,8,zeros:int arg=1:int:70000
//outputs: any, two values compete for t[0]
// More barriers than a 16-bit counter holds before two unordered writes.
kernel void k(global int *a, int rounds) {
  local int t[2];
  int l = get_local_id(0);
  for (int i = 0; i < rounds; ++i) barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) t[0] = 5;
  if (l == 1) t[0] = 6;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[0];
}
