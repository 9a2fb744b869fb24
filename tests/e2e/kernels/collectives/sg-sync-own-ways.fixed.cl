//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,256,zeros:int arg=1:buffer,4,zeros:int
//outputs: any, PoCL has the whole group meet where a sub-group does
// Only one sub-group comes to the barrier, and reads what it wrote itself.
kernel void k(global int *a, global int *count) {
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r;
  a[i] = i;
  if (r == 1) {
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    a[32 + i] = a[15 - l];
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_add(count, 1);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[16 + i] = a[15 - i];
}
//covers: sub-group-synchronising
