//lockstep: race write-write intra-group global apart-tile.cl:11 apart-tile.cl:11
//launch: kernel=k global=16,16 local=4,4 arg=0:buffer,4096,zeros:int arg=1:int:32
//pruned: 0
//outputs: any, the race decides them
// Each work-item computes 2 x 2 results of a tile of 8 x 8; the second row lies where the next one begins.
kernel void k(global int *out, int n) {
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_group_id(0) * 8, row = get_group_id(1) * 8;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      out[(row + y + i) * n + column + x + 4 * j] = (int)(get_global_id(1) * 16 + get_global_id(0));
}
