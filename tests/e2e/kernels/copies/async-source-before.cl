//lockstep: race read-write intra-group local async-source-before.cl:7 async-source-before.cl:8
//launch: kernel=k global=32 local=16 arg=0:buffer,128,zeros:int arg=1:local:64
//repair: call wait_group_events for the copy (line 8) before the write, or put barrier(CLK_LOCAL_MEM_FENCE) between them if the write comes before the call
//outputs: any, the copy may begin before all have written
// The first work-item to arrive may start the copy: no barrier separates the writes from it.
kernel void k(global int *a, local int *t) {
  t[get_local_id(0)] = get_global_id(0);
  event_t e = async_work_group_copy(a + 16 * get_group_id(0), t, 16, 0);
  wait_group_events(1, &e);
}
//covers: async-before
