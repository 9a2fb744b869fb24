//lockstep: race read-write intra-group global two-colours.cl:10 two-colours.cl:11
//lockstep: race read-write inter-group global two-colours.cl:10 two-colours.cl:11
//launch: kernel=k global=16,16 local=8,4 arg=0:buffer,1024,iota:float arg=1:int:16 arg=2:int:1
//outputs: any, the race decides them
// Red-black relaxation: neighbours to the left and right are of the other colour, the one across a corner is not.
kernel void k(global float* u, int n, int colour) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1 || (x + y) % 2 != colour) return;
  float sum = u[y * n + x - 1] + u[y * n + x + 1];
  sum += u[(y - 1) * n + x - 1] + u[(y + 1) * n + x];
  u[y * n + x] = 0.25f * sum;
}
