//lockstep: race read-write intra-group local update-equal-others.cl:14 update-equal-others.cl:17
//lockstep: maybe race write-write intra-group local update-equal-others.cl:17 update-equal-others.cl:17
//launch: kernel=k global=16 local=16 arg=0:buffer,4,zeros:int
//repair: put barrier(CLK_LOCAL_MEM_FENCE) between them, where every work-item of the group reaches it
//outputs: any, the read may come before or after the writes
// One reads and writes, all others write the same: the two that race are its read and any of those writes. Where all run at
// once, the others' writes may also meet in a cell that knows of the read, but not whose it was.
kernel void k(global int *out) {
  local int flag[1];
  int l = get_local_id(0);
  if (l == 0) flag[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    out[0] = flag[0];
    flag[0] = 1;
  } else {
    flag[0] = 1;
  }
}
//covers: update-shown
