//says: meetings at barriers, of sub-groups or after a divergence, that could not be followed
//launch: kernel=k global=256 local=256 arg=0:buffer,256*int
kernel void k(global int *a) {
  int l = get_local_id(0);
  for (int i = 0; i < 256 - l; ++i) {
    if (i % 2) barrier(CLK_LOCAL_MEM_FENCE);
    else barrier(CLK_GLOBAL_MEM_FENCE);
    a[l] += i;
  }
}
