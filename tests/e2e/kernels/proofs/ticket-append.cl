//lockstep: race write-write intra-group global ticket-append.cl:9 ticket-append.cl:9
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int arg=2:buffer,4,zeros:int
//outputs: any, the race decides them
//pruned: 0
// Places in a list by tickets, of which two at a time are one place.
kernel void k(global const int *in, global int *list, global int *count) {
  int value = in[get_global_id(0)];
  if (value & 1)
    list[atomic_inc(count) / 2] = value;
}
