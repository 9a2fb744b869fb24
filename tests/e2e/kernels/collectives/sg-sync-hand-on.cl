//lockstep: race read-write intra-group global sg-sync-hand-on.cl:9 sg-sync-hand-on.cl:15
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,64,zeros:int
//outputs: any, a race decides them
// The first of the other sub-group acquires for itself: that it tells its neighbours orders no memory.
kernel void k(global int *a, global int *flag, global int *out) {
  int l = get_local_id(0), r = get_local_id(1), seen = 0;
  if (r == 0) a[l] = l + 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 0 && r == 0) { mem_fence(CLK_GLOBAL_MEM_FENCE); atomic_xchg(flag, 1); }
  if (l == 0 && r == 1) { seen = atomic_or(flag, 0); mem_fence(CLK_GLOBAL_MEM_FENCE); }

  seen = sub_group_broadcast(seen, 0);
  if (r == 1 && seen) out[l] = a[7 - l];
}
//covers: sub-group-synchronising
