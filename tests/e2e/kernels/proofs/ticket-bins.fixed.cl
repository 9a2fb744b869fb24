//lockstep: clean
//launch: kernel=k global=64 local=64 arg=0:buffer,256,iota:uint arg=1:buffer,256,zeros:uint arg=2:buffer,16,zeros:uint arg=3:uint:8
//outputs: any, the order of the work-items decides them
//pruned: 1
// What is beyond a bin is left out.
kernel void k(global const uint *key, global uint *list, global uint *count, uint width) {
  const uint i = get_global_id(0), bin = key[i] & 3;
  const uint at = atomic_inc(&count[bin]);
  if (at < width) list[bin * width + at] = i;
}
