//covers: printf
//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,zeros:int
// Each work-item that prints does so in a branch of its own, between barriers that all meet.
kernel void k(global int *last) {
  int i = get_local_id(0);
  if (i % 4 == 1) {
    for (int round = 0; round < i; ++round) {
      last[i] = round;
      if (round % 2 == 0) printf("%d: %d\n", i, round);
    }
  } else if (i == 6) {
    printf("%d comes once\n", i);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 0) printf("last %d and %d\n", last[1], last[5]);
}
