//lockstep: race write-write * global geometry-3d-chosen.cl:8 geometry-3d-chosen.cl:8
//launch: kernel=k global=6,5,4 arg=0:buffer,256,zeros:int
//outputs: any, two values compete for each element
// No local size given, three dimensions, and none of the sizes is a power of two; the third index is
// halved.
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  a[x + 6 * (y + 5 * (z / 2))] = z;
}
//covers: local-size-chosen
