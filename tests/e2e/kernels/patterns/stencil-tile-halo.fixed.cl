//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,264,iota:int arg=1:buffer,256,zeros:int
kernel void k(global const int *a, global int *b) {
  local int t[18];
  int i = get_global_id(0), l = get_local_id(0);
  t[l + 1] = a[i + 1];
  if (l < 2) t[17 * l] = a[i - l + 17 * l];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = t[l] + t[l + 1] + t[l + 2];
}
