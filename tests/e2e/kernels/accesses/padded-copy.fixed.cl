//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,128,zeros:uint
// A structure with padding behind its last array, copied as a whole and indexed by what is known only at run time.
typedef struct { uint head; uint2 pair; uint list[3]; } Item;
kernel void k(global uint *out) {
  uint i = get_global_id(0);
  Item one;
  one.head = i;
  one.list[0] = i + 1;
  one.list[1] = i + 2;
  one.list[2] = i + 3;
  Item other = one;
  other.list[i % 3] += 5;
  one = other;
  out[i] = one.head + one.list[1];
}
