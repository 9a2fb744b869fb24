//lockstep: clean
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int
//made: put barrier(CLK_LOCAL_MEM_FENCE) between them, where every work-item of the group reaches it
// The barrier orders what the function does not.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0), i = get_global_id(0);
  t[l] = a[i];
  int sum = work_group_reduce_add(a[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = sum + t[15 - l];
}
