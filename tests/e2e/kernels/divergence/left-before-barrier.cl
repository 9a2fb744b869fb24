//lockstep: race write-write intra-group global left-before-barrier.cl:10 left-before-barrier.cl:14
//lockstep: divergence left-before-barrier.cl:11 left-before-barrier.cl:13
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//items: 3,0,0 0,0,0
//repair: let every work-item of the group reach the barrier (line 13): guard the work around it instead of returning early
//outputs: any, a race decides
kernel void k(global int *data) {
  int l = get_local_id(0);
  if (l == 3) {
    data[0] = 7;
    return;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 0) data[0] = 9;
}
