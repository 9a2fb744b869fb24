//lockstep: clean
//launch: kernel=k global=4,6,2 local=2,3,1 offset=10,20,30 arg=0:buffer,256,zeros:int
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x == 10 && y == 20 && z == 30) a[0] = 1;
  if (x == 13 && y == 25 && z == 31) a[49] = 2;
  a[1 + (x - 10) + 4 * (y - 20) + 24 * (z - 30)] = 3;
}
