//lockstep: divergence div-then-race.cl:16 *
//lockstep: maybe race read-write intra-group local div-then-race.cl:14 div-then-race.cl:15
//lockstep: maybe race wrong-fence-flag intra-group local div-then-race.cl:14 div-then-race.cl:15
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, a divergent barrier is undefined
// A tree reduction with the barrier inside the branch: the classic.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 8; s > 0; s /= 2) {
    if (l < s) {
      int other = t[l + s];
      t[l] += other;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  if (l == 0) a[0] = t[0];
}
//covers: div-goes-on
