//lockstep: race read-write inter-group global merged-other-before.cl:8 merged-other-before.cl:9
//lockstep: race write-write inter-group global merged-other-before.cl:9 merged-other-before.cl:9
//launch: kernel=k global=64 local=1 arg=0:buffer,4,zeros:int
//outputs: any, additions may get lost
// An addition that is not atomic: its read and its write each race, and each line is named.
kernel void k(global int *sum) {
  int i = get_global_id(0);
  int x = sum[0];
  sum[0] = x + i;
}
//covers: merged-same-bytes
