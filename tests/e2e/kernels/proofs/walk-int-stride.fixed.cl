//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,1024,zeros:int arg=1:int:256
//pruned: 1
kernel void k(global int *out, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    out[i] = (int)get_global_id(0);
}
