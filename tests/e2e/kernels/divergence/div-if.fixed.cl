//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) a[l] = t[l + 8];
}
