//lockstep: race write-write inter-group global pointer-from-integer.cl:7 pointer-from-integer.cl:7
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
//outputs: any, two values compete for each element
kernel void k(global int *a) {
  int i = get_global_id(0);
  ulong address = (ulong)a + 4 * (i & ~1);
  *(global int *)address = i;
}
//covers: pointers-from-integers
