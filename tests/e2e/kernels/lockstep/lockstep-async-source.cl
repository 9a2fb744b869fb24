//lockstep: race read-write intra-group global lockstep-async-source.cl:9 lockstep-async-source.cl:10
//launch: kernel=k global=64 local=32 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
//options: --model=lockstep:16
//outputs: any, the copy may read what was there before
// Two blocks call the copy, and nothing says that the other one has written its half by then.
kernel void k(global int *a, global int *b) {
  local int t[32];
  const int l = get_local_id(0), g = 32 * get_group_id(0);
  a[g + l] = -l;
  event_t e = async_work_group_copy(t, a + g, 32, 0);
  wait_group_events(1, &e);
  b[g + l] = t[l];
}
//covers: simt-async, simt-block-sizes
