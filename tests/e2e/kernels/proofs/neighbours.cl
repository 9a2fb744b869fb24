//lockstep: race write-write intra-group global neighbours.cl:9 neighbours.cl:9
//lockstep: race write-write inter-group global neighbours.cl:9 neighbours.cl:9
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:float arg=1:buffer,1028,zeros:int arg=2:buffer,256,zeros:int arg=3:int:64 arg=4:int:4
//outputs: any, the race decides them
// Lists of neighbours, which go one too far.
kernel void k(global const float* at, global int* near, global int* counts, int n, int most) {
  int i = get_global_id(0), count = 0;
  for (int j = 0; j < n; ++j) {
    if (j != i && fabs(at[j] - at[i]) < 9 && count < most + 1) near[i * most + count++] = j;
  }
  counts[i] = count;
}
