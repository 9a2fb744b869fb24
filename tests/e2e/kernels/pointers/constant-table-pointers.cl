//lockstep: race write-write inter-group global constant-table-pointers.cl:11 constant-table-pointers.cl:11
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,128,iota:int
//outputs: any, two values compete for each element
constant int shift[2][2] = {{0, 1}, {2, 0}};
constant int *pick(int i) {
  return shift[i & 1];
}
kernel void k(global int *a, constant int *c) {
  int i = get_global_id(0);
  constant int *from = i & 4 ? c : pick(i);
  a[(i & ~1) + 0 * from[1]] = i;
}
//covers: constants
