//lockstep: race write-write intra-group global ids-3d.cl:7 ids-3d.cl:7
//launch: kernel=k global=4,4,2 local=1,1,2 arg=0:buffer,128,zeros:int
//outputs: any, two values compete for each element
// The third index is forgotten.
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  a[4 * y + x] = z;
}
//covers: dimensions
