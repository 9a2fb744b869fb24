//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:int:20
kernel void k(global int *a, int n) {
  local int t[16];
  int i = get_global_id(0), l = get_local_id(0);
  if (i < n) t[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) a[i] = t[l] + 1;
}
