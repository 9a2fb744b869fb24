//lockstep: clean
//launch: kernel=k global=16,16 local=8,4 arg=0:buffer,1024,iota:int arg=1:int:16 arg=2:int:5
//pruned: 1
// Nobody writes the row and the column through k.
kernel void k(global int* ways, int n, int k) {
  int to = get_global_id(0), from = get_global_id(1);
  if (to == k || from == k) return;
  ways[from * n + to] = min(ways[from * n + to], ways[from * n + k] + ways[k * n + to]);
}
