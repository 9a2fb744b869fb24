//lockstep: race read-write inter-group global ids-2d.cl:7 ids-2d.cl:8
//launch: kernel=k global=8,8 local=1,1 arg=0:buffer,256,iota:int
//outputs: any, the read may come before or after the write
// A transpose in place.
kernel void k(global int *a) {
  int x = get_global_id(0), y = get_global_id(1);
  int v = a[8 * x + y];
  a[8 * y + x] = v;
}
//covers: dimensions
