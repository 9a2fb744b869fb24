//lockstep: maybe race * intra-group local phase-bitonic.cl:19 phase-bitonic.cl:16
//lockstep: maybe race * intra-group local phase-bitonic.cl:18 phase-bitonic.cl:16
//lockstep: maybe race * intra-group local phase-bitonic.cl:18 phase-bitonic.cl:19
//launch: kernel=k global=128 local=64 arg=0:buffer,1024,random:3:int
//pruned: 0
//outputs: any, the race decides them
kernel void k(global int *data) {
  local int s[128];
  int lid = get_local_id(0), base = get_group_id(0) * 128;
  s[lid] = data[base + lid];
  s[lid + 64] = data[base + lid + 64];
  for (int size = 2; size <= 128; size <<= 1) {
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int at = lid;
      int a = s[at], b = s[at + stride];
      if ((a > b) == ((at & size) == 0)) {
        s[at] = b;
        s[at + stride] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[base + lid] = s[lid];
  data[base + lid + 64] = s[lid + 64];
}
