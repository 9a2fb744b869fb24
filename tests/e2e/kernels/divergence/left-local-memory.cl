// What the leaver read behind the barrier that it did execute is overwritten behind the one that it did not.
//lockstep: race read-write intra-group local left-local-memory.cl:14 left-local-memory.cl:18
//lockstep: divergence left-local-memory.cl:15 left-local-memory.cl:17
//lockstep: divergence left-local-memory.cl:15 left-local-memory.cl:19
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
//outputs: any, a race decides
kernel void k(global int *data) {
  local int tile[16];
  int l = get_local_id(0), g = get_global_id(0);
  tile[l] = data[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 5) {
    int other =
        tile[4];
    data[g] = other; return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = g;
  barrier(CLK_LOCAL_MEM_FENCE);
  data[g] = tile[l ^ 8];
}
