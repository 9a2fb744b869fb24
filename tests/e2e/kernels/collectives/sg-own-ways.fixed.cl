//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,4 local=8,4 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//outputs: any, PoCL has the whole group meet where a sub-group does
// Each sub-group goes its own way: one to the sum, one to the maximum, one to both and one to none, and all meet at the end.
kernel void k(global int *a, global int *b) {
  int i = get_local_id(0) + 8 * get_local_id(1), x = 0;
  uint s = get_sub_group_id();
  if (s == 0 || s == 2) x = sub_group_reduce_add(a[i]);
  if (s == 1 || s == 2) x += sub_group_reduce_max(a[i]);
  a[i] = x;
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[i] = a[31 - i];
}
//covers: sub-group-functions
