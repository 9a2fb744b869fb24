//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,160,zeros:int arg=1:buffer,128,zeros:int arg=2:int:9
//pruned: 1
kernel void k(global const int *text, global int *out, int length) {
  int i = get_global_id(0), same = 0;
  while (same < length && text[i + same] == 0) ++same;
  out[i] = same;
}
