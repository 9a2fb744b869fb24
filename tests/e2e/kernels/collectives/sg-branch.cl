//lockstep: divergence sg-branch.cl:9 *
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
//outputs: any, a function that not all meet is undefined
// Only half of each sub-group comes to the sum.
kernel void k(global int *a) {
  int l = get_local_id(0), i = l + 8 * get_local_id(1);
  if (l < 4) a[i] = sub_group_reduce_add(a[i]);
}
//covers: sub-group-functions
