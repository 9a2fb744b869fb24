//lockstep: race write-write inter-group global pointer-array.cl:7 pointer-array.cl:7
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,128,zeros:int arg=2:buffer,128,iota:int
//outputs: any, two values compete for each element
kernel void k(global int *a, global int *b, global int *which) {
  int i = get_global_id(0);
  global int *table[3] = {a, b, a + 16};
  table[which[i] % 3][i % 8] = i;
}
//covers: pointers-in-private
