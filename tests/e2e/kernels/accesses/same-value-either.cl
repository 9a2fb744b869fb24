//lockstep: race write-write intra-group local same-value-either.cl:13 same-value-either.cl:15
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
//repair: put barrier(CLK_LOCAL_MEM_FENCE) between them, where every work-item of the group reaches it
//outputs: any, a race decides
// Work-items that write 1 race with the one that writes 0, and not with each other. Of a later one's cell is only known
// that its last writer wrote 1 and that another value was there: that says nothing that the first race does not.
kernel void k(global int *out) {
  local int flag[1];
  int t = get_local_id(0);
  if (t == 0) flag[0] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 5)
    flag[0] = 0;
  else
    flag[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = flag[0];
}
