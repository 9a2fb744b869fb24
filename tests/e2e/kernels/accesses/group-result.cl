//lockstep: race write-write inter-group global group-result.cl:12 group-result.cl:12
//launch: kernel=k global=64 local=16 arg=0:buffer,16,zeros:int
//items: 0,0,0 16,0,0
//items: 0,0,0 32,0,0
//items: 0,0,0 48,0,0
//items: 16,0,0 32,0,0
//items: 16,0,0 48,0,0
//items: 32,0,0 48,0,0
//outputs: any, the groups compete for one element
// One result per group, all stored at the same place.
kernel void k(global int *a) {
  if (get_local_id(0) == 0) a[0] = get_group_id(0);
}
