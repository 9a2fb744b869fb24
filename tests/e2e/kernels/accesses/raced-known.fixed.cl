//lockstep: clean
//launch: kernel=k global=128 local=64 arg=0:buffer,512,zeros:int arg=1:int:100
// A read that has raced with one write more often than is counted is looked at no more; here a barrier stands between.
kernel void k(global int *out, int n) {
  local int t[4];
  int l = get_local_id(0), sum = 0;
  if (l == 0) {
    t[0] = n;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n; ++i)
    sum += t[0 & i];
  if (l == 40) sum += t[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 50) t[0] = sum;
  out[get_global_id(0)] = sum;
}
