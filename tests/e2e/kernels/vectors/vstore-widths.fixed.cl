//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,256,iota:short arg=1:buffer,8,zeros:int
kernel void k(global short *a, global int *out) {
  if (get_global_id(0) == 0) {
    vstore2((short2)(7), 1, a);
    vstore3((short3)(7), 1, a + 8);
    vstore4((short4)(7), 1, a + 16);
    vstore8((short8)(7), 1, a + 32);
    vstore16((short16)(7), 1, a + 64);
  } else {
    int s = a[4];
    s += a[8 + 6];
    s += a[16 + 8];
    s += a[32 + 16];
    s += a[64 + 32];
    out[0] = s;
  }
}
