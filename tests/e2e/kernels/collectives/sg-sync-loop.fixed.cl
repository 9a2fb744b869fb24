//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,256,zeros:int arg=1:buffer,4,zeros:int
// Each row goes on for itself.
kernel void k(global int *a, global int *count) {
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r;
  for (int n = 0; n < 6; ++n) {
    int x = a[8 * r + (l + 1) % 8];
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] += x + n;
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  }
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_add(count, a[8 * r]);
}
//covers: sub-group-synchronising
