//lockstep: race read-write inter-group global svm-two-pointers.cl:7 svm-two-pointers.cl:8
//launch: kernel=k global=32 local=1 arg=0:finesvm,256,zeros:int arg=1:same:0:64 arg=2:buffer,128,zeros:int
//outputs: any, the reads may come before or after the writes
// The second pointer leads 64 bytes into the first one's allocation.
kernel void k(global int *a, global int *b, global int *out) {
  int i = get_global_id(0);
  a[i] = i;
  out[i] = b[i];
}
//covers: svm
