//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,iota:int arg=1:int:7
kernel void k(global int *a, int rounds) {
  int i = get_global_id(0), sum = 0;
  for (int round = 0; round < rounds; ++round)
    if (round == 3) sum += a[i];
  a[i] = sum;
}
