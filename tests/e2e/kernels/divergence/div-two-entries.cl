//lockstep: divergence div-two-entries.cl:9 div-two-entries.cl:11
//lockstep: divergence div-two-entries.cl:11 *
//launch: kernel=k global=4 local=4 arg=0:buffer,16,zeros:int
//outputs: any, a divergent barrier is undefined
kernel void k(global int *out) {
  int i = 0, l = get_local_id(0);
  if (l > 2) goto middle;
top:
  barrier(CLK_LOCAL_MEM_FENCE);
middle:
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] += 1;
  if (i++ < 3) goto top;
}
//covers: div-two-entries, transform-two-entries
