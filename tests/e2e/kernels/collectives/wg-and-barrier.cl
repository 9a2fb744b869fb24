//lockstep: divergence wg-and-barrier.cl:10 wg-and-barrier.cl:12
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,iota:int
//outputs: any, a barrier and a function that not all meet are undefined
// One half waits at a function, the other at a barrier.
kernel void k(global int *a) {
  int l = get_local_id(0), i = get_global_id(0), sum = 1;
  if (l < 4)
    sum = work_group_scan_inclusive_add(a[i]);
  else
    barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = sum;
}
