//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,16,zeros:uint arg=1:buffer,2048,iota:int arg=2:buffer,2048,zeros:int arg=3:uint:8
//options: --bounds=count
//pruned: 1
// A counter for each half.
kernel void k(volatile global uint *next, global const int *in, global int *out, uint each) {
  local uint taken;
  const uint lid = get_local_id(0), size = get_local_size(0), side = get_group_id(0) & 1;
  for (uint i = 0; i < 2; ++i) {
    const uint owner = side ^ i;
    for (;;) {
      if (lid == 0) taken = atomic_inc(&next[owner]);
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint block = taken;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (block >= each) break;
      const uint first = (owner * each + block) * 32;
      for (uint x = lid; x < 32; x += size) out[first + x] = in[first + x] + 1;
    }
  }
}
