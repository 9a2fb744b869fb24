//lockstep: race write-write inter-group global wrap-many-groups.cl:8 wrap-many-groups.cl:8
//launch: kernel=k global=262148 local=4 arg=0:buffer,16,zeros:int
//items: 0,0,0 262144,0,0
//outputs: any, two values compete for a[0]
// Groups 0 and 65536 look the same in 16 bits, and so do their work-items.
kernel void k(global int *a) {
  int group = get_group_id(0);
  if (get_local_id(0) == 0 && group % 65536 == 0) a[0] = group + 1;
}
//covers: many-groups, geometry-many-groups
