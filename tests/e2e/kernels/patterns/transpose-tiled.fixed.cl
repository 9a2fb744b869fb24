//lockstep: clean
//launch: kernel=k global=32,32 local=8,8 arg=0:buffer,4096,iota:int arg=1:buffer,4096,zeros:int
kernel void k(global const int *in, global int *out) {
  local int t[8][9];
  int x = get_local_id(0), y = get_local_id(1), gx = get_group_id(0) * 8, gy = get_group_id(1) * 8;
  t[y][x] = in[32 * (gy + y) + gx + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[32 * (gx + y) + gy + x] = t[x][y];
}
