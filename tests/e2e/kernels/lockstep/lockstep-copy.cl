//lockstep: race write-write intra-group global lockstep-copy.cl:9 lockstep-copy.cl:9
//launch: kernel=k global=4 local=4 arg=0:buffer,80,iota:int
//options: --model=lockstep:4
//outputs: any, all write the same structure
// A structure is written as a whole; only one field differs.
typedef struct { int tag; int rest[19]; } record;
kernel void k(global record *r) {
  record mine = {7, {get_local_id(0)}};
  r[0] = mine;
}
//covers: simt-large
