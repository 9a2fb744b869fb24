//lockstep: race read-write intra-group local barrier-two-entries.cl:9 barrier-two-entries.cl:12
//launch: kernel=k global=8 local=4 arg=0:buffer,32,zeros:int arg=1:local:16 arg=2:int:5
//outputs: any, PoCL does not compile loops with two entries
// The loop is entered at `middle`; the second barrier is missing.
kernel void k(global int *out, local int *t, int n) {
  int i = 0, l = get_local_id(0);
  if (n > 2) goto middle;
top:
  t[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
middle:
  if (i > 0) out[get_global_id(0)] += t[(l + 1) % get_local_size(0)];
  if (i++ < 3) goto top;
}
//covers: transform-two-entries
