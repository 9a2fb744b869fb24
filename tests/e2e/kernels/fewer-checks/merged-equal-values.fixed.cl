//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,256,zeros:int arg=1:buffer,256,zeros:int
kernel void k(global int *flag, global int *out) {
  int old = flag[get_global_id(0)];
  flag[get_global_id(0)] = 7;
  out[get_global_id(0)] = old;
}
