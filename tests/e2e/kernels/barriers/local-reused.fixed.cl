//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0), v = a[get_global_id(0)];
  for (int round = 0; round < 4; ++round) {
    t[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += t[(l + 1) % 16];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[get_global_id(0)] = v;
}
