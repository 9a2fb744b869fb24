//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,256,iota:int
// Everyone who finds something writes 1: the same-value kind, hidden unless asked for.
kernel void k(global int *found, global int *data) {
  int i = get_global_id(0);
  if (data[i] % 10 == 7) found[0] = 1;
}
