//lockstep: out-of-bounds global * flag-while.cl:8
//launch: kernel=k global=32 local=8 arg=0:buffer,160,zeros:int arg=1:buffer,128,zeros:int arg=2:int:9
//pruned: 0
//outputs: any, what lies behind a buffer is anything
// The last one looks one element too far.
kernel void k(global const int *text, global int *out, int length) {
  int i = get_global_id(0), same = 0;
  while (same <= length && text[i + same] == 0) ++same;
  out[i] = same;
}
