//lockstep: clean
//launch: kernel=k global=16,16 local=8,4 arg=0:buffer,1024,iota:float arg=1:int:16 arg=2:int:1
//pruned: 1
// All neighbours are of the other colour.
kernel void k(global float* u, int n, int colour) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1 || (x + y) % 2 != colour) return;
  float sum = u[y * n + x - 1] + u[y * n + x + 1];
  sum += u[(y - 1) * n + x] + u[(y + 1) * n + x];
  u[y * n + x] = 0.25f * sum;
}
