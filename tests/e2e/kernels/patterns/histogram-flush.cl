//lockstep: maybe race read-write inter-group global histogram-flush.cl:13 histogram-flush.cl:13
//lockstep: maybe race write-write inter-group global histogram-flush.cl:13 histogram-flush.cl:13
//launch: kernel=k global=64 local=16 arg=0:buffer,256,random:5:int arg=1:buffer,32,zeros:int
//outputs: any, counts may be lost
// Counted atomically within each group, added to the global bins plainly.
kernel void k(global const int *in, global int *bins) {
  local int t[8];
  int l = get_local_id(0);
  if (l < 8) t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&t[in[get_global_id(0)] % 8]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) bins[l] += t[l];
}
