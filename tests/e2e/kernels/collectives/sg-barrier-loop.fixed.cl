//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,8 local=8,4 arg=0:buffer,256,iota:int
//outputs: any, PoCL has the whole group meet where a sub-group does
// Each sub-group goes round as often as its number says, and hands values on within itself in each round.
kernel void k(global int *a) {
  local int t[4][8];
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * get_global_id(1);
  t[r][l] = a[i];
  for (int j = 0; j <= r; ++j) {
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    int x = t[r][(l + 1) % 8];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    t[r][l] = x + j;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = t[(r + 1) % 4][l];
}
