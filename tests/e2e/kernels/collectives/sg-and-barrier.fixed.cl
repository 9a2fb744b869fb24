//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
// Data that are equal for the whole group decide whether its sub-groups meet at the function, which is not provable.
kernel void k(global int *a) {
  int i = get_local_id(0) + 8 * get_local_id(1), sum = 1;
  if (a[i] < 16) sum = sub_group_scan_inclusive_add(a[i]);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = sum + work_group_reduce_add(sum);
}
