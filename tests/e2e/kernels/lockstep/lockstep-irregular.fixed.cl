//lockstep: clean
//launch: kernel=k global=2 local=2 arg=0:buffer,8,zeros:int
// A regular loop: each work-item's condition reads what only it writes.
kernel void k(global int *x) {
  int t = get_local_id(0);
  while (x[t] < 2) x[t]++;
}
