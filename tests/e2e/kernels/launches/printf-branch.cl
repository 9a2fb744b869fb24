//lockstep: race write-write intra-group global printf-branch.cl:8 printf-branch.cl:11
//launch: kernel=k global=8 local=8 arg=0:buffer,4,zeros:int
// Beside a printf that one work-item reaches and others do not, accesses are checked as elsewhere.
kernel void k(global int *last) {
  int i = get_local_id(0);
  if (i == 5) {
    for (int round = 0; round < i; ++round) {
      last[0] = round;
      if (round == 3) printf("%d: %d\n", i, round);
    }
  } else if (i == 6) last[0] = i;
}
