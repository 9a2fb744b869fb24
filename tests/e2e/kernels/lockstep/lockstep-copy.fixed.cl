//lockstep: clean
//launch: kernel=k global=4 local=4 arg=0:buffer,80,iota:int
//options: --model=lockstep:4
// All fields are equal.
typedef struct { int tag; int rest[19]; } record;
kernel void k(global record *r) {
  record mine = {7, {3}};
  r[0] = mine;
}
