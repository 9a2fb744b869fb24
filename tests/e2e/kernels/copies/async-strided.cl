//lockstep: race write-write intra-group global async-strided.cl:10 async-strided.cl:11
//launch: kernel=k global=16 local=16 arg=0:buffer,64,random:1:char
//outputs: any, the copy may overwrite what is written meanwhile
// Every fourth byte is the copy's. The work-items write the byte before, and the last of them one
// that is the copy's after all.
kernel void k(global char *a) {
  local char t[16];
  int l = get_local_id(0);
  t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(a + 1, t, 16, 4, 0);
  a[l < 15 ? 4 * l : 4 * l + 1] = -1;
  wait_group_events(1, &e);
}
//covers: async-strided
