//lockstep: race write-write inter-group global ring-ends.cl:8 ring-ends.cl:8
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int arg=1:int:57 arg=2:int:50
//outputs: any, the race decides them
// Into a ring that is smaller than what is put into it.
kernel void k(global int* ring, int size, int head) {
  int at = head + get_global_id(0);
  if (at >= size) at -= size;
  ring[at] = get_global_id(0);
}
