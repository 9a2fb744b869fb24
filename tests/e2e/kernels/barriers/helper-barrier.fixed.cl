//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
// A barrier in a helper is a barrier.
void sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  sync();
  a[get_global_id(0)] = t[(l + 5) % 16];
}
