//lockstep: race write-write inter-group global walk-int-stride.cl:8 walk-int-stride.cl:8
//launch: kernel=k global=32 local=8 arg=0:buffer,1024,zeros:int arg=1:int:256
//pruned: 0
//outputs: any, the race decides them
// An int that grows by a number of 64 bits.
kernel void k(global int *out, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0) - 1)
    out[i] = (int)get_global_id(0);
}
