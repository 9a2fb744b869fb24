//lockstep: race read-write intra-group local field-task-queue.cl:11 field-task-queue.cl:13
//launch: kernel=k global=32 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,512,zeros:int
//outputs: any, a work-item may see the group's next task for this one
// A group takes its tasks from a counter; who is done early takes the next one while others still look
// which this one is.
kernel void k(volatile global int *next, global int *out) {
  local int task;
  int l = get_local_id(0);
  for (int round = 0; round < 4; ++round) {
    if (l == 0)
      task = atomic_add(next, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[16 * (task & 7) + l] = get_group_id(0) + 1;
  }
}
//covers: sync-programs
