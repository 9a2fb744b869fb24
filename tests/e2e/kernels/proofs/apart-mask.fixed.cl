//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,1024,iota:int arg=1:uint:8
//pruned: 1
kernel void k(global int *keys, uint stride) {
  uint i = get_global_id(0), at = 2 * i - (i & (stride - 1));
  int low = keys[at], high = keys[at + stride];
  if (low > high) {
    keys[at] = high;
    keys[at + stride] = low;
  }
}
