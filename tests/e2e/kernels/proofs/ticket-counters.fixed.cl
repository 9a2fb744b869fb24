//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,128,zeros:int arg=2:buffer,8,zeros:int
//outputs: any, whoever comes first has the first place
//pruned: 0
// A part of the list for the tickets of each counter.
kernel void k(global const int *in, global int *list, global int *count) {
  int value = in[get_global_id(0)], odd = value & 1;
  list[16 * odd + atomic_inc(count + odd)] = value;
}
