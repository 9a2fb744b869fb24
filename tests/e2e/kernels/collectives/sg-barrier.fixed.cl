//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,8 local=8,4 arg=0:buffer,256,iota:int
// Within the sub-group the barrier orders; between sub-groups the group's does.
kernel void k(global int *a) {
  local int t[4][8];
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * get_global_id(1);
  t[r][l] = a[i];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  int x = t[r][7 - l];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  t[r][l] = x + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = t[3 - r][l] + 1;
}
