//lockstep: race read-write intra-group local barrier-jump-past-test.cl:10 barrier-jump-past-test.cl:13
//launch: kernel=k global=4 local=4 arg=0:buffer,64,zeros:int
//outputs: any, the race is on what is copied
// A loop that goes round past the test that leaves it, without a barrier of its own.
kernel void k(global int *a) {
  local int t[4];
  int l = get_local_id(0), i = 0, sum = 0, f = 0;
again:
  i++;
  sum += t[(l + 1) % 4] < 3;
  if (l == 0 && ++f < 3) goto again;
  if (i < 2) goto again;
  t[l] = l;
  a[l] = sum + i;
}
//covers: transform-branch-in-loop
