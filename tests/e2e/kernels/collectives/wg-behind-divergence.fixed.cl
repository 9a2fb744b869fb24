//lockstep: clean
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
// All come to the function, and a barrier stands between the accesses.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  int sum = work_group_reduce_add(l < 8);
  t[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[l] = t[15 - l];
}
