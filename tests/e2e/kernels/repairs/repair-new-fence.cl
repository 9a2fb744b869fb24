//lockstep: race read-write inter-group global repair-new-fence.cl:7 repair-new-fence.cl:14
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//repair: use atomic_work_item_fence with memory_scope_device at repair-new-fence.cl:8:5, where the old fence means memory_scope_work_group, and use atomic_work_item_fence with memory_scope_device at repair-new-fence.cl:13:5, where the old fence means memory_scope_work_group; OpenCL 1.x itself orders two work-groups only by ending the launch between them
//build: -cl-std=CL3.0
kernel void k(global int *data, volatile global int *flag, global int *out) {
  if (get_group_id(0) == 0) {
    data[0] = 42;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(flag, 1);
  } else {
    while (atomic_or(flag, 0) == 0) {
    }
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    out[0] = data[0];
  }
}
