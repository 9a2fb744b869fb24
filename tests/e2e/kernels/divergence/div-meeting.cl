//lockstep: divergence div-meeting.cl:8 *
//launch: kernel=k global=4 local=2 arg=0:buffer,16,zeros:int
//outputs: any, a divergent barrier is undefined
// What the arms leave in `stop` differs, and so does whether one comes round to the barrier again.
kernel void k(global int *a) {
  int l = get_local_id(0), rounds = 0, stop;
next:
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) goto first;
  goto second;
first:
  stop = 0;
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
//covers: transform-meeting-arms
