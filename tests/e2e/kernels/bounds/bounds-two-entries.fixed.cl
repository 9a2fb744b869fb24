//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,128,zeros:int arg=1:buffer,256,iota:int arg=2:buffer,128,zeros:int arg=3:int:1
// The twin of bounds-two-entries.cl asks about this round's x.
kernel void k(global int *a, global const int *c, global int *read, int way) {
  int gid = get_global_id(0), i = 0, x;
  bool own = false;
  switch (way & 1) {
    case 0:
      do {
        a[gid] = i;
    default:
        x = c[i == 0 ? gid : 32];
        own = x == gid;
        if (own) read[gid] = a[x];
      } while (++i < 2);
  }
}
