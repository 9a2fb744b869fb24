//lockstep: divergence async-diverges.cl:10 *
//lockstep: divergence async-diverges.cl:11 *
//launch: kernel=k global=32 local=16 arg=0:buffer,128,iota:int arg=1:buffer,128,zeros:int
//outputs: any, the copy depends on who calls it
// Only some work-items come to the copy and to its wait.
kernel void k(global int *a, global int *b) {
  local int t[16];
  int l = get_local_id(0);
  if (l < 8) {
    event_t e = async_work_group_copy(t, a + 16 * get_group_id(0), 16, 0);
    wait_group_events(1, &e);
    b[get_global_id(0)] = t[l];
  }
}
//covers: div-async, async-divergence
