//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[15 - l];
}
