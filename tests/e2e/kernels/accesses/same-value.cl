//lockstep: race write-write inter-group global same-value.cl:7 same-value.cl:7
//launch: kernel=k global=64 local=1 arg=0:buffer,8,zeros:int arg=1:buffer,256,iota:int
//outputs: any, the last writer's value stays
// Everyone who finds something writes what it found.
kernel void k(global int *found, global int *data) {
  int i = get_global_id(0);
  if (data[i] % 10 == 7) found[0] = i;
}
