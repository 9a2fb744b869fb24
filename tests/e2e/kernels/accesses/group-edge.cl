//lockstep: race write-write inter-group global group-edge.cl:7 group-edge.cl:8
//launch: kernel=k global=64 local=16 arg=0:buffer,260,zeros:int
//outputs: any, the groups compete for the first element of each
// The last work-item of a group writes one element too far: into the next group's first.
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = i;
  if (get_local_id(0) == get_local_size(0) - 1) a[i + 1] = -1;
}
