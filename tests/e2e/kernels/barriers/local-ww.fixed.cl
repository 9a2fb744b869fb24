//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
//made: give every work-item its own element
// Every group has its own copy of t, though they may lie at the same address.
kernel void k(global int *out) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[l / 2];
}
