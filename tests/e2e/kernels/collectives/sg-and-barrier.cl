//lockstep: divergence sg-and-barrier.cl:11 sg-and-barrier.cl:13
//lockstep: divergence sg-and-barrier.cl:13 *
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
//outputs: any, a barrier and a function that not all meet are undefined
// One half of each sub-group waits at a function, the other at the group's barrier.
kernel void k(global int *a) {
  int l = get_local_id(0), i = l + 8 * get_local_id(1), sum = 1;
  if (l < 4)
    sum = sub_group_scan_inclusive_add(a[i]);
  else
    barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = sum;
}
