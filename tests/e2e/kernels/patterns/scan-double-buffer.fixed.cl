//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
kernel void k(global int *a) {
  local int t[2][16];
  int l = get_local_id(0), now = 0;
  t[0][l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 16; d *= 2) {
    int v = t[now][l] + (l >= d ? t[now][l - d] : 0);
    now = 1 - now;
    t[now][l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[l] = t[now][l];
}
