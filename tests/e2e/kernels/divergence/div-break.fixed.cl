//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,32,iota:int
kernel void k(global int *a) {
  int l = get_local_id(0), v = a[l], done = 0;
  for (int i = 0; i < 6; ++i) {
    if (v == i) done = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (!done) v += 1 - (v & 1);
  }
  a[l] = v;
}
