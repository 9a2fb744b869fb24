//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,12,zeros:int
// All write the same: a race by the standard, but not one that is reported by default.
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[0] = 5;
  a[1] = i / 64;
  a[2] = 7;
}
