//lockstep: maybe race read-write intra-group local matmul-tiled.cl:11 matmul-tiled.cl:14
//lockstep: maybe race read-write intra-group local matmul-tiled.cl:12 matmul-tiled.cl:14
//launch: kernel=k global=16,16 local=8,8 arg=0:buffer,1024,random:1:float arg=1:buffer,1024,random:2:float arg=2:buffer,1024,zeros:float
//outputs: any, a tile may be overwritten before all have used it
// The second barrier of the loop, which protects the tiles until all have used them, is missing.
kernel void k(global const float *a, global const float *b, global float *c) {
  local float s[8][8], t[8][8];
  int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int tile = 0; tile < 16; tile += 8) {
    s[y][x] = a[16 * row + tile + x];
    t[y][x] = b[16 * (tile + y) + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 8; ++i) sum += s[y][i] * t[i][x];
  }
  c[16 * row + col] = sum;
}
