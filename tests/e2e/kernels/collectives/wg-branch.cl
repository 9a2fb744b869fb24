//lockstep: divergence wg-branch.cl:9 *
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, a function that not all meet is undefined
// Only half of the group comes to the sum.
kernel void k(global int *a) {
  int l = get_local_id(0);
  if (l < 8) a[l] = work_group_reduce_add(a[l]);
}
//covers: group-functions
