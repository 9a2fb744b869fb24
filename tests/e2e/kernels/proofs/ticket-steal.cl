//lockstep: race write-write inter-group global ticket-steal.cl:20 ticket-steal.cl:20
//launch: kernel=k global=64 local=16 arg=0:buffer,16,zeros:uint arg=1:buffer,2048,iota:int arg=2:buffer,2048,zeros:int arg=3:uint:8
//options: --bounds=count
//outputs: any, two groups write each block
//pruned: 0
// Groups draw the blocks of their own half, and then those of the other one; but even groups and odd ones count them apart, so
// that each block is two groups'.
kernel void k(volatile global uint *next, global const int *in, global int *out, uint each) {
  local uint taken;
  const uint lid = get_local_id(0), size = get_local_size(0), side = get_group_id(0) & 1;
  for (uint i = 0; i < 2; ++i) {
    const uint owner = side ^ i;
    for (;;) {
      if (lid == 0) taken = atomic_inc(&next[2 * side + owner]);
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint block = taken;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (block >= each) break;
      const uint first = (owner * each + block) * 32;
      for (uint x = lid; x < 32; x += size) out[first + x] = in[first + x] + get_group_id(0);
    }
  }
}
