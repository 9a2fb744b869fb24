// The barrier's flags name local memory only: no warning about its flags, since work-item 3 was not there.
//lockstep: race write-write intra-group global left-before-local-barrier.cl:11 left-before-local-barrier.cl:15
//lockstep: divergence left-before-local-barrier.cl:12 left-before-local-barrier.cl:14
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//items: 3,0,0 0,0,0
//repair: let every work-item of the group reach the barrier (line 14): guard the work around it instead of returning early, and add CLK_GLOBAL_MEM_FENCE to its flags
//outputs: any, a race decides
kernel void k(global int *data) {
  int l = get_local_id(0);
  if (l == 3) {
    data[0] = 7;
    return;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) data[0] = 9;
}
