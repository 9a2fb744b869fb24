//lockstep: race read-write inter-group global apart-halo.cl:7 apart-halo.cl:7
//launch: kernel=k global=64 local=16 arg=0:buffer,1024,iota:int arg=1:int:63
//pruned: 0
//outputs: any, the race decides them
// Reads the upper half, writes the lower one, but for the border.
kernel void k(global int *a, int half_size) {
  a[get_global_id(0)] = a[get_global_id(0) + half_size];
}
