//lockstep: race read-write inter-group global repair-end-launch.cl:6 repair-end-launch.cl:13
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int arg=2:buffer,4,zeros:int
//repair: use atomic_work_item_fence with memory_scope_device at repair-end-launch.cl:7:5, where the old fence means memory_scope_work_group, and use atomic_work_item_fence with memory_scope_device at repair-end-launch.cl:12:5, where the old fence means memory_scope_work_group; OpenCL 1.x itself orders two work-groups only by ending the launch between them
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
