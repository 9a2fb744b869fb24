//lockstep: race read-write intra-group local async-never-waited.cl:7 async-never-waited.cl:9
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//outputs: any, the copy may not have arrived
// Nobody waits: the copy is open until the kernel ends.
kernel void k(global int *a, global int *b) {
  local int t[16];
  async_work_group_copy(t, a + 16 * get_group_id(0), 16, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] = t[15 - get_local_id(0)];
}
//covers: async-never-waited
