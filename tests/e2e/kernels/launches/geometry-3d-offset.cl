//lockstep: race write-write inter-group global geometry-3d-offset.cl:8 geometry-3d-offset.cl:9
//launch: kernel=k global=4,6,2 local=2,3,1 offset=10,20,30 arg=0:buffer,256,zeros:int
//items: 10,20,30 13,25,31
//outputs: any, two values compete for a[0]
// The first and the last work-item of a grid that begins at (10, 20, 30).
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x == 10 && y == 20 && z == 30) a[0] = 1;
  if (x == 13 && y == 25 && z == 31) a[0] = 2;
  a[1 + (x - 10) + 4 * (y - 20) + 24 * (z - 30)] = 3;
}
//covers: offsets
