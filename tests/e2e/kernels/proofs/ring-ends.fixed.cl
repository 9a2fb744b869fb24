//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int arg=1:int:64 arg=2:int:50
//pruned: 1
// Each has its own place in the ring, on this side of its end or on the other one.
kernel void k(global int* ring, int size, int head) {
  int at = head + get_global_id(0);
  if (at >= size) at -= size;
  ring[at] = get_global_id(0);
}
