//lockstep: race write-write inter-group global private-memory.cl:8 private-memory.cl:8
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,64,iota:int
//outputs: any, two values compete for each element
constant int table[4] = {3, 1, 2, 0};
kernel void k(global int *a, constant int *c) {
  int i = get_global_id(0), p[4];
  for (int j = 0; j < 4; ++j) p[table[j]] = c[j] + i;
  a[i & ~1] = p[i & 3];
}
//covers: constants
