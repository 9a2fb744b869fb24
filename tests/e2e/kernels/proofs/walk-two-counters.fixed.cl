//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,1024,zeros:int arg=1:int:8
//pruned: 1
kernel void k(global int *out, int n) {
  int at = get_global_id(0), size = get_global_size(0);
  for (int i = 0; i != n; ++i, at += size)
    out[at] = i + (int)get_global_id(0) * 8;
}
