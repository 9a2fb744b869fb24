//lockstep: clean
//launch: kernel=k global=4 local=2 arg=0:buffer,16,zeros:int
// Both arms leave the same in `stop`.
kernel void k(global int *a) {
  int l = get_local_id(0), rounds = 0, stop;
next:
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) goto first;
  goto second;
first:
  stop = 1;
  goto meet;
second:
  goto third;
meet:
  ++rounds;
  if (rounds < 3 && stop < 1) goto next;
  a[get_global_id(0)] = rounds;
  return;
third:
  stop = 1;
  goto meet;
}
