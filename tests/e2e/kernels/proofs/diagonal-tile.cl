//lockstep: out-of-bounds global * diagonal-tile.cl:10
//launch: kernel=k global=16 local=16 arg=0:buffer,1024,iota:int arg=1:buffer,64,zeros:int arg=2:int:16
//pruned: 0
//outputs: any, what lies behind a buffer is anything
// A tile is gone through along its diagonals, one step too far.
kernel void k(global const int *in, global int *out, int n) {
  int lane = get_local_id(0), sum = 0;
  for (int step = 0; step < 32; ++step) {
    int y = step - lane;
    if (y >= 0 && y <= 16) sum += in[y * n + lane];
  }
  out[get_global_id(0)] = sum;
}
