//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,iota:int arg=1:int:0
// The loop is not entered, so nothing is read.
kernel void k(global int *a, int rounds) {
  int i = get_global_id(0), sum = 0;
  for (int round = 0; round < rounds; ++round)
    sum += a[i];
  a[(i + 1) % 32] = sum;
}
