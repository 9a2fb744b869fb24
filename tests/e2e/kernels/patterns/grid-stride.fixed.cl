//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,256,zeros:int
kernel void k(global int *a) {
  for (int i = get_global_id(0); i < 64; i += get_global_size(0))
    a[i] = get_global_id(0);
}
