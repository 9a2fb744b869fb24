//lockstep: clean
//launch: kernel=k global=4096 local=16 arg=0:buffer,16384,iota:int arg=1:buffer,16384,zeros:int
//pruned: 1
// More often than a pair of accesses that races is counted: what is told in a finding counts nowhere else (`incomplete`).
kernel void k(global const int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0)];
}
