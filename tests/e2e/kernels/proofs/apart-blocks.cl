//lockstep: race write-write intra-group global apart-blocks.cl:7 apart-blocks.cl:7
//launch: kernel=k global=32 local=32 arg=0:buffer,1024,zeros:int arg=1:int:5
//pruned: 0
//outputs: any, the race decides them
// Each work-item writes a block of its own, and the first element of the next one.
kernel void k(global int *out, int n) {
  for (int i = 0; i <= n; ++i) out[get_global_id(0) * n + i] = (int)get_global_id(0);
}
