//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,8192,zeros:int arg=1:buffer,1024,iota:int arg=2:int:1
//launch: kernel=k global=32 local=8 arg=0:buffer,8192,zeros:int arg=1:buffer,1024,iota:int arg=2:int:5
// The twin of flag-two-entries.cl asks about this round's x.
kernel void k(global int *a, global const int *c, int way) {
  int gid = get_global_id(0), i = 0, x;
  bool own = false;
  if (way == 5) goto middle;
top:
  a[1000 + gid] = i;
middle:
  x = c[i == 0 ? gid : 0];
  own = x == gid;
  if (own) a[x] = gid + 1;
  if (++i < 3) goto top;
}
