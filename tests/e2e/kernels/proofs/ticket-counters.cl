//lockstep: race write-write intra-group global ticket-counters.cl:8 ticket-counters.cl:8
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,128,zeros:int arg=2:buffer,8,zeros:int
//outputs: any, the race decides them
//pruned: 0
// Tickets of two counters are the same numbers.
kernel void k(global const int *in, global int *list, global int *count) {
  int value = in[get_global_id(0)], odd = value & 1;
  list[atomic_inc(count + odd)] = value;
}
