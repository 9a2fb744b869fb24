//lockstep: out-of-bounds global * bounds-two-entries.cl:14
//launch: kernel=k global=32 local=8 arg=0:buffer,128,zeros:int arg=1:buffer,256,iota:int arg=2:buffer,128,zeros:int arg=3:int:1
//outputs: any, it reads memory that is not its own
// Duff's device: the switch enters the loop in its middle. The flag is what the last round found of its x.
kernel void k(global int *a, global const int *c, global int *read, int way) {
  int gid = get_global_id(0), i = 0, x;
  bool own = false;
  switch (way & 1) {
    case 0:
      do {
        a[gid] = i;
    default:
        x = c[i == 0 ? gid : 32];
        if (own) read[gid] = a[x];
        own = x == gid;
      } while (++i < 2);
  }
}
