//lockstep: race read-write inter-group global merged-equal-values.cl:6 merged-equal-values.cl:7
//launch: kernel=k global=64 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,256,zeros:int
//outputs: any, the read may come before any write
// Read and write are checked in one visit; that all write the same does not excuse the read.
kernel void k(global int *flag, global int *out) {
  int old = flag[0];
  flag[0] = 7;
  out[get_global_id(0)] = old;
}
//covers: merged-same-bytes, update-shown
