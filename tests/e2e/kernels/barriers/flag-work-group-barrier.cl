//lockstep: race wrong-fence-flag intra-group global flag-work-group-barrier.cl:6 flag-work-group-barrier.cl:8
//build: -cl-std=CL2.0
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = 2 * i;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = a[i ^ 1];
}
//covers: work-group-barrier, transform-scopes-helpers
