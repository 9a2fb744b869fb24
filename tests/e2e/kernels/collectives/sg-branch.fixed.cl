//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
// All come to the sum; half of each sub-group uses it.
kernel void k(global int *a) {
  int l = get_local_id(0), i = l + 8 * get_local_id(1);
  int sum = sub_group_reduce_add(l < 4 ? a[i] : 0);
  if (l < 4) a[i] = sum;
}
