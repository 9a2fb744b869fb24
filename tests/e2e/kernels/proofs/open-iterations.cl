//lockstep: divergence open-iterations.cl:11 open-iterations.cl:11
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:local:64
//pruned: 0
//outputs: any, the divergence decides them
// Everybody meets the barrier once, but the odd ones in another iteration.
kernel void k(global int *out, local int *tile) {
  int lid = get_local_id(0);
  tile[lid] = out[get_global_id(0)];
  for (int i = 0; i < 2; ++i) {
    if ((lid & 1) == i) {
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = tile[lid] + 1;
}
