//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:buffer,16,zeros:int arg=1:buffer,16,zeros:int
//options: --model=lockstep:4
//outputs: any, the device itself does not run work-items in lock step
// In every iteration the odd ones write before the even ones read, so that all see what they want.
kernel void k(global int *a, global int *b) {
  int t = get_local_id(0), seen = 0;
  for (int i = 0; i < 3; ++i) {
    if (t & 1) a[t] = i + 1;
    else
      seen = a[t + 1];
    if (!(t & 1)) b[0] = seen;
  }
}
