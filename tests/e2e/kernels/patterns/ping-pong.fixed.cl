//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
// Two halves in turn: one barrier per round is enough.
kernel void k(global int *a) {
  local int t[2][16];
  int l = get_local_id(0), v = a[l];
  for (int round = 0; round < 5; ++round) {
    t[round & 1][l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = t[round & 1][(l + 3) % 16];
  }
  a[l] = v;
}
