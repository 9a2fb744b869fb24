//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,512,zeros:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  vstore3((int3)(3 * i + 1, 3 * i + 2, 3 * i + 3), i, a);
}
