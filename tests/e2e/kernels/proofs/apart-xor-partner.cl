//lockstep: race write-write intra-group global apart-xor-partner.cl:9 apart-xor-partner.cl:10
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:uint:4
//pruned: 0
//outputs: any, the race decides them
// Both of a pair exchange: the guard that leaves it to one of them is missing.
kernel void k(global int *keys, uint stride) {
  uint i = get_global_id(0), partner = i ^ stride;
  int mine = (int)i, other = (int)partner + 1000;
  keys[i] = other;
  keys[partner] = mine;
}
