//lockstep: clean
//launch: kernel=k global=16,16 local=4,4 arg=0:buffer,4096,zeros:int arg=1:int:32
//pruned: 1
kernel void k(global int *out, int n) {
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_group_id(0) * 8, row = get_group_id(1) * 8;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      out[(row + y + 4 * i) * n + column + x + 4 * j] += (int)(get_global_id(1) * 16 + get_global_id(0));
}
