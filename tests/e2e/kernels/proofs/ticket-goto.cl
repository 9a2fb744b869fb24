//lockstep: race write-write intra-group global ticket-goto.cl:16 ticket-goto.cl:16
//launch: kernel=k global=16 local=16 arg=0:buffer,4,zeros:uint arg=1:buffer,4096,zeros:int arg=2:buffer,64,zeros:int arg=3:int:128
//outputs: any, two values compete for an element
//pruned: 0
// A loop with two entries, in which a counter goes through all of its type: what it says comes again.
kernel void k(global uint *count, global int *list, global int *rounds, int most) {
  int i = get_global_id(0), round = 0;
  uint at;
  if (i & 1) goto inside;
again:
  ++round;
  rounds[i] = round;
inside:
  ++round;
  at = atomic_add(count, 1u << 24);
  if (at < 1024u) list[at] = i;
  if (round < most) goto again;
}
