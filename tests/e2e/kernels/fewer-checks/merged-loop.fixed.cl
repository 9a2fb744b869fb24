//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,1024,zeros:int arg=1:buffer,64,zeros:int
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0), x = 0;
  global int *mine = a + 8 * i;
  for (int turn = 0; turn < 8; ++turn) {
    if (mine[turn] > 100) x += mine[turn]; else x += 1;
    if (turn == 0) mine[turn] = i;
  }
  out[i] = x;
}
