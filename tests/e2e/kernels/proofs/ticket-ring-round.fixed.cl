//lockstep: clean
//launch: kernel=k global=64 local=64 arg=0:buffer,256,iota:uint arg=1:buffer,512,zeros:uint arg=2:buffer,4,value:-40:int
//outputs: any, whoever comes first has the first places
//pruned: 1
// A ring that one counter goes round in launch after launch, here to the end of its type: as large as 128 it goes on there.
kernel void k(global const uint *in, global uint *ring, global uint *head) {
  uint value = in[get_global_id(0)];
  size_t at = atomic_inc(head);
  ring[at % 128] = value;
}
