//lockstep: race read-write intra-group global without-one.cl:9 without-one.cl:9 lockstep-only=32
//lockstep: race read-write inter-group global without-one.cl:9 without-one.cl:9
//launch: kernel=k global=16,16 local=8,4 arg=0:buffer,1024,iota:int arg=1:int:16 arg=2:int:5
//outputs: any, the race decides them
// Shortest ways: the row of k is written as well, where all others read it.
kernel void k(global int* ways, int n, int k) {
  int to = get_global_id(0), from = get_global_id(1);
  if (to == k) return;
  ways[from * n + to] = min(ways[from * n + to], ways[from * n + k] + ways[k * n + to]);
}
