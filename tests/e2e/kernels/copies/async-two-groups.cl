//lockstep: race write-write inter-group global async-two-groups.cl:10 async-two-groups.cl:10
//launch: kernel=k global=32 local=16 arg=0:buffer,256,zeros:int
//repair: give the work-groups disjoint elements, or split the kernel into two launches
//outputs: any, either group may be the last
// Neighbouring groups copy to ranges that share four elements. No wait orders groups.
kernel void k(global int *a) {
  local int t[16];
  t[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(a + 12 * get_group_id(0), t, 16, 0);
  wait_group_events(1, &e);
}
//covers: async-groups
