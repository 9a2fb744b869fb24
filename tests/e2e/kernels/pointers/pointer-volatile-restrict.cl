//lockstep: race write-write inter-group global pointer-volatile-restrict.cl:7 pointer-volatile-restrict.cl:7
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int
//outputs: any, two values compete for each element
kernel void k(volatile global int *restrict a) {
  int i = get_global_id(0);
  volatile global int *const p = a + i / 2;
  *p = i;
}
//covers: qualified-pointers
