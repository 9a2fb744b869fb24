//lockstep: race write-write inter-group global private-strides.cl:12 private-strides.cl:12
//launch: kernel=k global=16,16 local=16,1 arg=0:buffer,1024,zeros:int arg=1:int:16 arg=2:int:16
//pruned: 0
//outputs: any, the race decides them
// Sizes and ids in private arrays; the row is one short.
kernel void k(global int *out, int width, int height) {
  int size[2] = {width - 1, height}, id[2] = {(int)get_global_id(0), (int)get_global_id(1)};
  int at = 0;
  for (int d = 0; d < 2; ++d)
    if (id[d] > size[d]) return;
  for (int d = 1; d >= 0; --d) at = at * size[d] + id[d];
  out[at] = id[1] * 16 + id[0];
}
