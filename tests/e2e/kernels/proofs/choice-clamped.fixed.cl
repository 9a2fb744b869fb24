//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,128,zeros:int arg=1:int:32
//pruned: 1
kernel void k(global int *out, int n) {
  int i = get_global_id(0), at = clamp(i, 0, n - 1);
  int left = i > 0 ? i - 1 : 0;
  if (at >= left && i < n) out[i] = i;
}
