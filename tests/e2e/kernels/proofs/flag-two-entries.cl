//lockstep: race write-write intra-group global flag-two-entries.cl:17 flag-two-entries.cl:17
//lockstep: race write-write inter-group global flag-two-entries.cl:17 flag-two-entries.cl:17
//launch: kernel=k global=32 local=8 arg=0:buffer,8192,zeros:int arg=1:buffer,1024,iota:int arg=2:int:1
//launch: kernel=k global=32 local=8 arg=0:buffer,8192,zeros:int arg=1:buffer,1024,iota:int arg=2:int:5
//outputs: any, many values compete for an element
//pruned: 0
// A loop with two entries: the flag is what the last round found of its x, and not of this round's.
kernel void k(global int *a, global const int *c, int way) {
  int gid = get_global_id(0), i = 0, x;
  bool own = false;
  if (way == 5) goto middle;
top:
  a[1000 + gid] = i;
middle:
  x = c[i == 0 ? gid : 0];
  // In the second round x is 0 for all.
  if (own) a[x] = gid + 1;
  own = x == gid;
  if (++i < 3) goto top;
}
