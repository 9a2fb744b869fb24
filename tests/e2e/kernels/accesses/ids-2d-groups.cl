//lockstep: race write-write inter-group global ids-2d-groups.cl:8 ids-2d-groups.cl:8
//launch: kernel=k global=8,4 local=4,2 arg=0:buffer,128,zeros:int
//items: 0,0,0 0,2,0
//items: 4,0,0 4,2,0
//outputs: any, two groups compete for each row of results
// One result per group, indexed by the group's column only.
kernel void k(global int *a) {
  if (get_local_id(0) == 0 && get_local_id(1) == 0) a[get_group_id(0)] = get_group_id(1) + 1;
}
//covers: dimensions
