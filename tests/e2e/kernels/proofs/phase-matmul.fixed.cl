//lockstep: clean
//launch: kernel=k global=16,16 local=8,8 arg=0:buffer,1024,random:1:float arg=1:buffer,1024,random:2:float arg=2:buffer,1024,zeros:float arg=3:int:16
//pruned: 1
kernel void k(global const float *a, global const float *b, global float *c, int n) {
  local float s[8][8], t[8][8];
  int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int tile = 0; tile < n / 8; ++tile) {
    s[y][x] = a[row * n + tile * 8 + x];
    t[y][x] = b[(tile * 8 + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 8; ++i)
      sum += s[y][i]
             * t[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
}
