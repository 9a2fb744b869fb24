//lockstep: race read-write intra-group global chunk-ends.cl:8 chunk-ends.cl:8
//lockstep: race read-write inter-group global chunk-ends.cl:8 chunk-ends.cl:8
//launch: kernel=k global=32 local=8 arg=0:buffer,1000,iota:int arg=1:int:250 arg=2:int:8
//outputs: any, the race decides them
// Running sums of 8 elements for each work-item, of which the last one has fewer; each goes one too far.
kernel void k(global int* a, int n, int per) {
  int from = get_global_id(0) * per, to = min(from + per + 1, n);
  for (int i = from + 1; i < to; ++i) a[i] += a[i - 1];
}
