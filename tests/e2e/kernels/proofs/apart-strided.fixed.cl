//lockstep: clean
//launch: kernel=k global=30 local=10 arg=0:buffer,512,zeros:int arg=1:int:100
//pruned: 1
kernel void k(global int *out, int n) {
  int size = (int)get_global_size(0);
  for (int i = get_global_id(0); i < n; i += size)
    out[i] += (int)get_global_id(0);
}
