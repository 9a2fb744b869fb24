//lockstep: race write-write inter-group global ticket-group-persistent.cl:18 ticket-group-persistent.cl:18
//launch: kernel=k global=64 local=16 arg=0:buffer,8,zeros:uint arg=1:buffer,1024,iota:int arg=2:buffer,1024,zeros:int arg=3:uint:8
//options: --bounds=count
//outputs: any, two groups write each tile
//pruned: 0
// Groups draw tiles until there are no more; half of them from a counter of their own, so that each tile is two groups'.
kernel void k(volatile global uint *next, global const int *in, global int *out, uint tiles) {
  local uint tile;
  const uint lid = get_local_id(0), size = get_local_size(0);
  for (;;) {
    if (lid == 0) tile = atomic_inc(&next[get_group_id(0) & 1]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint mine = tile;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine >= tiles) break;
    for (uint i = lid; i < 32; i += size) {
      const uint at = mine * 32 + i;
      out[at] = in[at] + get_group_id(0);
    }
  }
}
