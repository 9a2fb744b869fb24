//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
kernel void k(global int *data) {
  local int tile[16];
  int l = get_local_id(0), g = get_global_id(0);
  tile[l] = data[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 5) data[g] = tile[4];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 5) tile[l] = g;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 5) data[g] = tile[l ^ 8];
}
