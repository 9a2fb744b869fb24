//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,256,zeros:int arg=1:buffer,4,zeros:int
// All of both come to it.
kernel void k(global int *a, global int *count) {
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r;
  if (l < 8) sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] += 1;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_add(count, 1);
}
//covers: sub-group-synchronising
