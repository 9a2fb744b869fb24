//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//made: let every work-item of the group execute the same barriers, outside of the branches that part them
kernel void k(global int *out) {
  local int tile[8];
  int l = get_local_id(0);
  if (l < 8) tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l >= 8) out[l] = tile[l - 8];
}
