//lockstep: race read-write intra-group local helper-barrier.cl:9 helper-barrier.cl:11
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
//outputs: any, the read may come before or after the write
// The helper that used to hold the barrier lost it.
void sync(void) {}
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[get_global_id(0)];
  sync();
  a[get_global_id(0)] = t[(l + 5) % 16];
}
