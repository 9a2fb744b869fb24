//lockstep: race read-write intra-group local raced-known.cl:13 raced-known.cl:16
//lockstep: race read-write intra-group local raced-known.cl:13 raced-known.cl:17
//lockstep: maybe race write-write intra-group local raced-known.cl:13 raced-known.cl:18
//lockstep: maybe race read-write intra-group local raced-known.cl:16 raced-known.cl:18
//launch: kernel=k global=128 local=64 arg=0:buffer,512,zeros:int arg=1:int:100
//outputs: any, the kernel races
// A read that has raced with one write more often than is counted is looked at no more; other statements, behind it in
// the same segment and the next groups, are.
kernel void k(global int *out, int n) {
  local int t[4];
  int l = get_local_id(0), sum = 0;
  if (l == 0) {
    t[0] = n;
  }
  for (int i = 0; i < n; ++i)
    sum += t[0 & i];
  if (l == 40) sum += t[0];
  if (l == 50) t[0] = sum;
  out[get_global_id(0)] = sum;
}
