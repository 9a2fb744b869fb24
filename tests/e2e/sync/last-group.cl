//values: OUT=memory_order_release IN=memory_order_acquire FRONT=CLK_GLOBAL_MEM_FENCE BEHIND=CLK_GLOBAL_MEM_FENCE
//values: FROM=memory_scope_device TO=memory_scope_device COUNT=memory_scope_device
//weaken: read-write inter-group global: OUT=memory_order_relaxed; IN=memory_order_relaxed
//weaken: read-write inter-group global: FRONT=CLK_LOCAL_MEM_FENCE; BEHIND=CLK_LOCAL_MEM_FENCE
//weaken: read-write inter-group global: FROM=memory_scope_work_group; TO=memory_scope_work_group
//weaken: scope inter-group global: COUNT=memory_scope_work_group
//launch: kernel=k global=32 local=8 arg=0:buffer,128,iota:int arg=1:buffer,16,zeros:int arg=2:buffer,4,zeros:int arg=3:buffer,4,zeros:int
// Whichever group comes last adds up what all groups have left.
kernel void k@(global int *in, global int *partial, global atomic_int *arrived, global int *sum) {
  local int part[8];
  const int l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int total = 0;
    for (int i = 0; i < 8; ++i) total += part[i];
    partial[get_group_id(0)] = total;
    atomic_work_item_fence($FRONT, $OUT, $FROM);
    if (atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed, $COUNT) == 3) {
      atomic_work_item_fence($BEHIND, $IN, $TO);
      int all = 0;
      for (int i = 0; i < 4; ++i) all += partial[i];
      *sum = all;
    }
  }
}
//covers: sync-last-group
