//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,256,iota:short arg=1:buffer,8,zeros:int
// The element behind each vector is.
kernel void k(global short *a, global int *out) {
  if (get_global_id(0) == 0) {
    int s = vload2(1, a).y;
    s += vload3(1, a + 8).z;
    s += vload4(1, a + 16).w;
    s += vload8(1, a + 32).s7;
    s += vload16(1, a + 64).sf;
    out[0] = s;
  } else {
    a[4] = 1;
    a[8 + 6] = 1;
    a[16 + 8] = 1;
    a[32 + 16] = 1;
    a[64 + 32] = 1;
  }
}
