//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
// The low and the high half of one word belong to two work-items.
typedef struct { short low; short high; } Pair;
kernel void k(global int *a) {
  local Pair t[16];
  int l = get_local_id(0);
  t[l].low = (short)a[l];
  t[(l + 1) % 16].high = (short)-l;
  a[l] = t[l].low + t[(l + 1) % 16].high;
}
