//lockstep: race read-write intra-group global sg-sync-wide.cl:9 sg-sync-wide.cl:14
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,64,zeros:int
//outputs: any, a race decides them
// Barriers of the scope of the sub-group are no fences for the atomics between them; the first one is wider.
kernel void k(global int *a, global int *flag, global int *out) {
  int l = get_local_id(0), r = get_local_id(1), seen = 0;
  if (l == 0 && r == 0) a[0] = 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
  if (l == 0 && r == 0) atomic_xchg(flag, 1);
  if (l == 0 && r == 1) seen = atomic_or(flag, 0);
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (seen) out[0] = a[0];
}
//covers: sub-group-synchronising
