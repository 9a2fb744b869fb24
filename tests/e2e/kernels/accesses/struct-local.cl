//lockstep: race read-write intra-group local struct-local.cl:9 struct-local.cl:10
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, the read may come before or after the write
typedef struct { short low; short high; } Pair;
kernel void k(global int *a) {
  local Pair t[16];
  int l = get_local_id(0);
  t[l].low = (short)a[l];
  t[l].high = (short)-l;
  a[l] = t[(l + 1) % 16].high;
}
//covers: struct-copies
