//lockstep: divergence repair-same-iterations.cl:9 *
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//repair: give the loop the same number of iterations for every work-item of the group, and guard the work inside it
//outputs: any, what a device does after a divergence
kernel void k(global int *a) {
  int l = get_local_id(0);
  for (int i = 0; i < l; ++i) {
    a[l] += i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
