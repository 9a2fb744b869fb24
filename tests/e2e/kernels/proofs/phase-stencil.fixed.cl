//lockstep: clean
//launch: kernel=k global=16,16 local=8,8 arg=0:buffer,1024,random:1:float arg=1:buffer,1024,zeros:float arg=2:int:16
//pruned: 1
kernel void k(global const float *in, global float *out, int n) {
  local float tile[10][10];
  int x = get_local_id(0), y = get_local_id(1), column = get_group_id(0) * 8, row = get_group_id(1) * 8;
  for (int i = y; i < 10; i += 8) {
    for (int j = x; j < 10; j += 8) {
      int r = clamp(row + i - 1, 0, n - 1), c = clamp(column + j - 1, 0, n - 1);
      tile[i][j] = in[r * n + c];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = tile[y + 1][x] + tile[y + 1][x + 2] + tile[y][x + 1] + tile[y + 2][x + 1];
  out[(row + y) * n + column + x] = sum;
}
