//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:finesvm,256,zeros:int arg=1:same:0:64 arg=2:buffer,128,zeros:int
kernel void k(global int *a, global int *b, global int *out) {
  int i = get_global_id(0);
  a[i] = i;
  out[i] = b[i + 16];
}
