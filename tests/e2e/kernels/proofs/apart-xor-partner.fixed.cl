//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:uint:4
//pruned: 1
kernel void k(global int *keys, uint stride) {
  uint i = get_global_id(0), partner = i ^ stride;
  if (partner > i) {
    int mine = keys[i], other = keys[partner];
    if (mine > other) {
      keys[i] = other;
      keys[partner] = mine;
    }
  }
}
