//lockstep: clean
//launch: kernel=k global=32,32 local=16,16 arg=0:buffer,4096,iota:float arg=1:buffer,4096,zeros:float arg=2:int:32
//pruned: 1
kernel void k(global const float *in, global float *out, int width) {
  local float tile[16][17];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_group_id(0) * 16, row = get_group_id(1) * 16;
  tile[y][x] = in[(row + y) * width + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(column + y) * width + row + x] = tile[x][y];
}
