//lockstep: race read-write inter-group global hoisted-no-iteration.cl:8 hoisted-no-iteration.cl:9
//launch: kernel=k global=32 local=1 arg=0:buffer,128,iota:int arg=1:int:1
//outputs: any, the read may come before or after the neighbour's write
// One iteration is enough.
kernel void k(global int *a, int rounds) {
  int i = get_global_id(0), sum = 0;
  for (int round = 0; round < rounds; ++round)
    sum += a[i];
  a[(i + 1) % 32] = sum;
}
//covers: merged-loop
