//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,1000,iota:int arg=1:int:250 arg=2:int:8
//pruned: 1
// The end of what a work-item has is the smaller one of two numbers.
kernel void k(global int* a, int n, int per) {
  int from = get_global_id(0) * per, to = min(from + per, n);
  for (int i = from + 1; i < to; ++i) a[i] += a[i - 1];
}
