//lockstep: race wrong-fence-flag intra-group global sg-sync-flag.cl:9 sg-sync-flag.cl:11
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,256,zeros:int arg=1:buffer,4,zeros:int
//outputs: any, a race decides them
// The barrier names local memory, and global memory is meant, in a kernel that counts behind a fence.
kernel void k(global int *a, global int *count) {
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r;
  a[i] = i;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  a[32 + i] = a[8 * r + 7 - l];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_add(count, 1);
}
//covers: sub-group-synchronising
