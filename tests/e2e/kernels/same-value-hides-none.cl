//lockstep: race write-write inter-group global same-value-hides-none.cl:7 same-value-hides-none.cl:9
//launch: kernel=k global=64 local=1 arg=0:buffer,4,zeros:int
//outputs: any, the last writer's value stays
// Sixty-three equal writes and one that differs.
kernel void k(global int *flag) {
  if (get_global_id(0) == 31)
    *flag = 2;
  else
    *flag = 1;
}
