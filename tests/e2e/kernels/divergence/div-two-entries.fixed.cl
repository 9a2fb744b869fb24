//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:buffer,16,zeros:int
//outputs: any, PoCL does not compile loops with two entries
// All work-items of the group come in by the same entry.
kernel void k(global int *out) {
  int i = 0, l = get_local_id(0);
  if (get_group_id(0) > 2) goto middle;
top:
  barrier(CLK_LOCAL_MEM_FENCE);
middle:
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] += 1;
  if (i++ < 3) goto top;
}
