//lockstep: race read-write intra-group local local-2d-array.cl:7 local-2d-array.cl:8
//launch: kernel=k global=8,8 local=8,8 arg=0:buffer,256,iota:int
//outputs: any, the read may come before or after the write
kernel void k(global int *a) {
  local int t[8][9];
  int x = get_local_id(0), y = get_local_id(1);
  t[y][x] = a[8 * y + x];
  a[8 * y + x] = t[x][y];
}
//covers: local-memory
