//lockstep: race read-write inter-group global hoisted-read.cl:8 hoisted-read.cl:9
//launch: kernel=k global=32 local=1 arg=0:buffer,128,iota:int arg=1:int:7
//outputs: any, the reads may come before or after the neighbour's write
// The same element in every iteration: checked in the first.
kernel void k(global int *a, int rounds) {
  int i = get_global_id(0), sum = 0;
  for (int round = 0; round < rounds; ++round)
    sum += a[i] + round;
  a[(i + 1) % 32] = sum;
}
//covers: merged-loop
