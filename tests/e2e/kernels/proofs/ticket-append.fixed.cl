//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int arg=2:buffer,4,zeros:int
//outputs: any, whoever comes first has the first place
//pruned: 0
// Places in a list by tickets: nobody has the place of another one. That it lies within the list is looked at.
kernel void k(global const int *in, global int *list, global int *count) {
  int value = in[get_global_id(0)];
  if (value & 1)
    list[atomic_inc(count)] = value;
}
