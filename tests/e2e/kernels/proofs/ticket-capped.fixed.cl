//lockstep: clean
//launch: kernel=k global=64 local=64 arg=0:buffer,256,iota:uint arg=1:buffer,128,zeros:uint arg=2:buffer,4,zeros:uint arg=3:int:16
//outputs: any, whoever comes first has the first places
//pruned: 1
// Pairs of places, and two are taken: none is left to check, since the number that is asked for keeps all in the list.
kernel void k(global const uint *in, global uint *list, global uint *count, uint most) {
  uint value = in[get_global_id(0)];
  uint at = atomic_add(count, 2u);
  if (at >= most) return;
  list[at] = value;
  list[(size_t)at + 1] = value + 1000;
}
