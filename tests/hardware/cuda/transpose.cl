//lockstep: race read-write intra-group local transpose.cl:7 transpose.cl:8
//launch: kernel=k global=1048576 local=256 arg=0:buffer,4194304,iota:int arg=1:buffer,4194304,zeros:int
//outputs: any, the tile may be read before it is complete
kernel void k(global const int *in, global int *out) {
  local int t[16][17];
  int l = get_local_id(0), x = l % 16, y = l / 16;
  t[y][x] = in[get_global_id(0)];
  out[get_global_id(0)] = t[x][y];
}
