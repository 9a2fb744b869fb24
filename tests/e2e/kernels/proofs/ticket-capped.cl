//lockstep: race write-write intra-group global ticket-capped.cl:10 ticket-capped.cl:11
//launch: kernel=k global=64 local=64 arg=0:buffer,256,iota:uint arg=1:buffer,128,zeros:uint arg=2:buffer,4,zeros:uint arg=3:int:16
//outputs: any, the race decides them
//pruned: 0
// Pairs of places, of which each takes one only: the second one is the next one's first.
kernel void k(global const uint *in, global uint *list, global uint *count, uint most) {
  uint value = in[get_global_id(0)];
  uint at = atomic_add(count, 1u);
  if (at >= most) return;
  list[at] = value;
  list[(size_t)at + 1] = value + 1000;
}
