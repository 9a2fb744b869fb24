//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:int:2
kernel void k(global int *a, int mode) {
  int l = get_local_id(0);
  switch (mode) {
    case 0: a[l] = 5; break;
    case 1: a[l] = 6; break;
    default:
      barrier(CLK_GLOBAL_MEM_FENCE);
      a[l] = 7;
  }
}
