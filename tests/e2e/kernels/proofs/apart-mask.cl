//lockstep: race write-write intra-group global apart-mask.cl:9 apart-mask.cl:10
//launch: kernel=k global=64 local=64 arg=0:buffer,1024,iota:int arg=1:uint:8
//pruned: 0
//outputs: any, the race decides them
// A step of a bitonic network; the mask is one bit short.
kernel void k(global int *keys, uint stride) {
  uint i = get_global_id(0), at = 2 * i - (i & (stride / 2 - 1));
  int low = (int)i, high = (int)i + 1000;
  keys[at] = high;
  keys[at + stride] = low;
}
