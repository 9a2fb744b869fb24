//lockstep: race write-write intra-group global ticket-ring-round.cl:10 ticket-ring-round.cl:10
//launch: kernel=k global=64 local=64 arg=0:buffer,256,iota:uint arg=1:buffer,512,zeros:uint arg=2:buffer,4,value:-40:int
//outputs: any, the race decides them
//pruned: 0
// A ring that one counter goes round in launch after launch, here to the end of its type: 2^32 is no multiple of 70, so
// that the places before and behind that are not one behind the other.
kernel void k(global const uint *in, global uint *ring, global uint *head) {
  uint value = in[get_global_id(0)];
  size_t at = atomic_inc(head);
  ring[at % 70] = value;
}
