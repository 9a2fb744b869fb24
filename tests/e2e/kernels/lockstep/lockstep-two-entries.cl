//lockstep: race write-write intra-group global lockstep-two-entries.cl:11 lockstep-two-entries.cl:11
//launch: kernel=k global=2 local=2 arg=0:buffer,8,zeros:int
//options: --model=lockstep:2
//outputs: any, PoCL does not compile loops with two entries
// A loop with two entries under lock step: one instruction writes different values to one element.
kernel void k(global int *out) {
  int i = 0, l = get_local_id(0);
  if (get_group_id(0) > 2) goto middle;
top:
  out[1] = 7;
middle: out[0] = l + i;
  if (i++ < 3) goto top;
}
//covers: simt-loop-end
