//lockstep: race read-write inter-group global field-list-head.cl:11 field-list-head.cl:16
//lockstep: race read-write inter-group global field-list-head.cl:12 field-list-head.cl:17
//launch: kernel=k global=8 local=1 arg=0:buffer,36,zeros:int arg=1:buffer,36,zeros:int arg=2:buffer,4,zeros:int arg=3:buffer,4,zeros:int arg=4:buffer,4,zeros:int
//build: -cl-std=CL1.2
//outputs: any, the list's order depends on the schedule
// Nodes are put in front of a list by atomic_xchg, and the last group walks over it in the same launch.
// The mem_fences would do within a group.
kernel void k(global int *value, global int *link, volatile global int *head, volatile global int *done,
              global int *sum) {
  const int node = get_global_id(0) + 1;
  value[node] = node;
  link[node] = atomic_xchg(head, node);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  if (atomic_inc(done) != 7) return;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  for (int at = atomic_or(head, 0); at != 0;) { *sum += value[at];
    at = link[at]; }
}
//covers: sync-programs
