//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:local:64 arg=2:local:128
kernel void k(global int *a, local int *s, local long *t) {
  local int u[16];
  int l = get_local_id(0);
  s[l] = l;
  u[l] = 2 * l;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] = s[15 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = (int)t[15 - l] + u[15 - l];
}
