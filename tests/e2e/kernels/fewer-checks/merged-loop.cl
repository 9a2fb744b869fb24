//lockstep: race read-write inter-group global merged-loop.cl:9 merged-loop.cl:10
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,zeros:int arg=1:buffer,64,zeros:int
//outputs: any, the last element may be read before or after the neighbour writes it
// One expression in the loop, another element in each turn: only the last one is the neighbour's.
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0), x = 0;
  global int *mine = a + 8 * i;
  for (int turn = 0; turn < 9; ++turn) {
    if (mine[turn] > 100) x += mine[turn]; else x += 1;
    if (turn == 0) mine[turn] = i;
  }
  out[i] = x;
}
//covers: merged-between
