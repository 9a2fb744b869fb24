//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,random:9:int
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int size = 2; size <= 16; size *= 2)
    for (int d = size / 2; d > 0; d /= 2) {
      int other = l ^ d;
      if (other > l) {
        int p = t[l];
        int q = t[other];
        if ((p > q) == !(l & size)) { t[l] = q; t[other] = p; }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  a[l] = t[l];
}
