//lockstep: clean
//launch: kernel=k global=6,5,4 arg=0:buffer,480,zeros:int
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  a[x + 6 * (y + 5 * (z))] = z;
}
