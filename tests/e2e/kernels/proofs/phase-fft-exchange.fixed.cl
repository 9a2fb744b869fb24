//lockstep: clean
//launch: kernel=k global=64 local=32 arg=0:buffer,512,random:4:float
//pruned: 1
kernel void k(global float *data) {
  local float part[64];
  int lid = get_local_id(0), base = get_group_id(0) * 64;
  float a = data[base + lid], b = data[base + lid + 32];
  for (int p = 1; p < 64; p <<= 1) {
    int j = ((lid & ~(p - 1)) << 1) | (lid & (p - 1));
    part[j] = a + b;
    part[j + p] = a - b;
    barrier(CLK_LOCAL_MEM_FENCE);
    a = part[lid];
    b = part[lid + 32];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[base + lid] = a;
  data[base + lid + 32] = b;
}
