//lockstep: clean
//launch: kernel=k global=8,8 local=8,8 arg=0:buffer,256,iota:int
kernel void k(global int *a) {
  local int t[8][9];
  int x = get_local_id(0), y = get_local_id(1);
  t[y][x] = a[8 * y + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[8 * y + x] = t[x][y];
}
