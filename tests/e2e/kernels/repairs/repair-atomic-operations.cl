//lockstep: race write-write inter-group global repair-atomic-operations.cl:7 repair-atomic-operations.cl:9
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int
//repair: give the work-groups disjoint elements, use atomic operations, or split the kernel into two launches
//outputs: any, a race decides
kernel void k(global int *top) {
  if (get_group_id(0) == 0)
    top[0] = 5;
  else
    top[0] = 7;
}
