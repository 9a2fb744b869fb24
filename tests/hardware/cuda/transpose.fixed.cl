//lockstep: clean
//launch: kernel=k global=1048576 local=256 arg=0:buffer,4194304,iota:int arg=1:buffer,4194304,zeros:int
kernel void k(global const int *in, global int *out) {
  local int t[16][17];
  int l = get_local_id(0), x = l % 16, y = l / 16;
  t[y][x] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[x][y];
}
