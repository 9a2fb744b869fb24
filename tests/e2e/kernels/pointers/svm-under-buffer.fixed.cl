//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:finesvm,512,zeros:int arg=1:over:0:128:256
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = i;
  b[i] = i;
}
