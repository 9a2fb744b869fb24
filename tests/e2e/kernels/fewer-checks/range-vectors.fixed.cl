//lockstep: clean
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int arg=1:int:40
// In front of what the loop reads.
kernel void k(global int *out, int n) {
  local int4 l[64];
  int i = get_local_id(0), sum = 0;
  l[i] = l[i + 32] = (int4)(i);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 1; k < n; ++k) {
    int4 v = l[k];
    sum += v.x + v.y + v.z + v.w;
  }
  if (i == 5) l[0].z = sum;
  out[i] = sum;
}
