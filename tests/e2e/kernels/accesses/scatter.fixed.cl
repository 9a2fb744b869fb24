//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,128,iota:int
kernel void k(global int *a, global const int *index) {
  int i = get_global_id(0);
  a[index[i]] = i;
}
