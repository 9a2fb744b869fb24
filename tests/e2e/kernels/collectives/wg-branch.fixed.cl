//lockstep: clean
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
// All come to the sum; half of the group uses it.
kernel void k(global int *a) {
  int l = get_local_id(0);
  int sum = work_group_reduce_add(l < 8 ? a[l] : 0);
  if (l < 8) a[l] = sum;
}
