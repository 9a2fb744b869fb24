//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:local:64
//pruned: 1
// Each work-item asks its id whether to wait, and all get one answer.
kernel void k(global int *out, local int *tile) {
  int lid = get_local_id(0);
  tile[lid] = out[get_global_id(0)];
  for (int i = 0; i < 2; ++i) {
    if ((lid >> 4) == i) {
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = tile[15 - lid] + 1;
}
