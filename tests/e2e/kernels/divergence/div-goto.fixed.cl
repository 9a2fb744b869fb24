//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
// A loop made with goto: all go round it equally often.
kernel void k(global int *a) {
  local int s[16];
  size_t l = get_local_id(0);
  int i = 0;
again:
  s[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] += s[15 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (++i < 4) goto again;
}
