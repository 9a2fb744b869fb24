//lockstep: divergence sg-own-ways.cl:11 sg-own-ways.cl:13
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,4 local=8,4 arg=0:buffer,128,iota:int
//outputs: any, a function that not all meet is undefined
// The sub-group in the middle parts: some of it come to the sum, others to the maximum.
kernel void k(global int *a) {
  int i = get_local_id(0) + 8 * get_local_id(1), x = 0;
  if (i < 12)
    // The first sub-group, and the first half of the second.
    x = sub_group_reduce_add(a[i]);
  else
    x = sub_group_reduce_max(a[i]);
  a[i] = x;
}
