//lockstep: race write-write intra-group global choice-clamped.cl:9 choice-clamped.cl:9
//launch: kernel=k global=32 local=8 arg=0:buffer,128,zeros:int arg=1:int:32
//pruned: 0
//outputs: any, the race decides them
// The last one is clamped to where another one is.
kernel void k(global int *out, int n) {
  int i = get_global_id(0), at = clamp(i + 1, 0, n - 1);
  int left = i > 0 ? i - 1 : 0;
  if (at >= left && i < n) out[at] = i;
}
