//lockstep: race read-write inter-group global wrap-one-million.cl:9 wrap-one-million.cl:11
//launch: kernel=k global=1048576 local=64 arg=0:buffer,4194304,zeros:int
//items: 0,0,0 1048575,0,0
//outputs: any, a[0] is read before or after it is written
// The first work-item reads what the last of a million writes.
kernel void k(global int *a) {
  int i = get_global_id(0);
  if (i == 0)
    a[1] = a[0];
  else if (i == 1048575)
    a[0] = 1;
  else
    a[i + 1] = i;
}
//covers: many-groups
