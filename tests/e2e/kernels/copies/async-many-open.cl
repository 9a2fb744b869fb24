//lockstep: race read-write intra-group local async-many-open.cl:9 async-many-open.cl:11
//launch: kernel=k global=16 local=16 arg=0:buffer,1024,iota:int arg=1:buffer,64,zeros:int
//outputs: any, the last copy may not have arrived
// Sixteen copies are open at once; all but the last one are waited for.
kernel void k(global int *a, global int *b) {
  local int t[16][16];
  int l = get_local_id(0);
  event_t e[16];
  for (int i = 0; i < 16; ++i) e[i] = async_work_group_copy(t[i], a + 16 * i, 16, 0);
  for (int i = 0; i < 15; ++i) wait_group_events(1, &e[i]);
  b[l] = t[l][15 - l];
  wait_group_events(1, e + 15);
}
//covers: async-sixteen
