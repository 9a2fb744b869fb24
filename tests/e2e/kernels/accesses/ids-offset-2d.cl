//lockstep: race write-write inter-group global ids-offset-2d.cl:7 ids-offset-2d.cl:8
//launch: kernel=k global=4,4 local=2,2 offset=3,5 arg=0:buffer,512,zeros:int
//items: 3,5,0 6,8,0
//outputs: any, two values compete for a[0]
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x == 3 && y == 5) a[0] = 1;
  if (x == 6 && y == 8) a[0] = 2;
}
//covers: offsets
