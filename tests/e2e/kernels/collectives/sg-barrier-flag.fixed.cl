//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
// It names both, and both are used.
kernel void k(global int *a) {
  local int t[2][8];
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r;
  t[r][l] = a[i];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  int x = t[r][7 - l] + a[8 * r + 7 - l];
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = x;
}
