// Work-item 0 goes round once more: what it writes then is not before what the others read behind their
// barrier, which they execute while it waits in the loop.
//lockstep: race read-write intra-group global parted-iterations.cl:11 parted-iterations.cl:15
//lockstep: divergence parted-iterations.cl:12 parted-iterations.cl:14
//lockstep: maybe divergence parted-iterations.cl:14 parted-iterations.cl:16
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
//outputs: any, a race decides
kernel void k(global int *data, global int *out) {
  int l = get_local_id(0), rounds = l == 0 ? 3 : 2;
  for (int i = 0; i < rounds; ++i) {
    if (i == 2) data[5] = l + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 9) out[l] = data[5];
}
