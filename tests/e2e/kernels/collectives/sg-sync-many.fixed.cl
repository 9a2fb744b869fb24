//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=2,80 local=2,80 arg=0:buffer,2048,iota:int
//outputs: any, PoCL has the whole group meet where a sub-group does
// ... and the last ones meet, each for itself.
kernel void k(global int *a) {
  local int t[160];
  int l = get_local_id(0), r = get_local_id(1), i = l + 2 * r;
  mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  t[i] = a[i];
  if (r > 71) sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (r > 71) a[i] = t[2 * r + 1 - l];
}
//covers: sub-group-synchronising
