//lockstep: race write-write intra-group global ticket-bins.cl:9 ticket-bins.cl:9
//launch: kernel=k global=64 local=64 arg=0:buffer,256,iota:uint arg=1:buffer,256,zeros:uint arg=2:buffer,16,zeros:uint arg=3:uint:8
//outputs: any, the order of the work-items decides them
//pruned: 0
// Bins, of which data say which: each takes one more than is its own, the first of the next one.
kernel void k(global const uint *key, global uint *list, global uint *count, uint width) {
  const uint i = get_global_id(0), bin = key[i] & 3;
  const uint at = atomic_inc(&count[bin]);
  if (at <= width) list[bin * width + at] = i;
}
