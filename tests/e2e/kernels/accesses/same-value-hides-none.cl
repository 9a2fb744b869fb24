//lockstep: race write-write inter-group global same-value-hides-none.cl:9 same-value-hides-none.cl:11
//lockstep: maybe race write-write inter-group global same-value-hides-none.cl:11 same-value-hides-none.cl:11
//launch: kernel=k global=64 local=1 arg=0:buffer,4,zeros:int
//outputs: any, the last writer's value stays
// Sixty-three equal writes and one that differs: the one must not be lost among them. A later equal
// write may stand for it in a cell (docs/limitations.md, Checks) and be shown in its place.
kernel void k(global int *flag) {
  if (get_global_id(0) == 31)
    *flag = 2;
  else
    *flag = 1;
}
