//says: writes beyond local memory, over which local races and divergence cannot be told
//launch: kernel=k global=16 local=16 arg=0:buffer,16*int
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l + 1] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[l];
}
