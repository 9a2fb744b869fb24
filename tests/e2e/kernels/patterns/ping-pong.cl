//lockstep: race read-write intra-group local ping-pong.cl:9 ping-pong.cl:11
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, the read may come before or after the write
// With the two halves forgotten, one barrier per round is one too few.
kernel void k(global int *a) {
  local int t[2][16];
  int l = get_local_id(0), v = a[l];
  for (int round = 0; round < 5; ++round) {
    t[0][l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = t[0][(l + 3) % 16];
  }
  a[l] = v;
}
