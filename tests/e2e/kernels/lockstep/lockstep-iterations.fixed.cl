//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,4,zeros:int
//options: --model=lockstep:8
// One element written again and again, with another value in each iteration, the same for all.
kernel void k(global int *a) {
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) a[0] = 10 * j + i;
}
