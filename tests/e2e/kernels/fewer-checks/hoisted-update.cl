//lockstep: race read-write inter-group global hoisted-update.cl:9 hoisted-update.cl:9
//lockstep: maybe race write-write inter-group global hoisted-update.cl:9 hoisted-update.cl:9
//launch: kernel=k global=32 local=1 arg=0:buffer,64,zeros:int arg=1:int:7
//outputs: any, sums may be lost
// Two work-items add to one element, again and again.
kernel void k(global int *a, int rounds) {
  int i = get_global_id(0);
  for (int round = 0; round < rounds; ++round)
    a[i / 2] += round;
}
//covers: merged-loop
