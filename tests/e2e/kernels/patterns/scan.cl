//lockstep: race read-write intra-group local scan.cl:11 scan.cl:12
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, the read may come before or after the write
// A scan in place: reading and writing need a barrier between them.
kernel void k(global int *a) {
  local int t[16];
  int l = get_local_id(0);
  t[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 16; d *= 2) {
    int v = l >= d ? t[l - d] : 0;
    t[l] += v;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[l] = t[l];
}
