//lockstep: maybe race read-write inter-group global writer-covered.cl:14 writer-covered.cl:11
//lockstep: maybe race read-write inter-group global writer-covered.cl:11 writer-covered.cl:9
//launch: kernel=k global=4 local=2 arg=0:buffer,4,zeros:int arg=1:buffer,16,zeros:int
//outputs: any, the other group's read may come anywhere
// Group 0 writes twice, ordered by a barrier; group 1 reads.
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0);
  if (i < 2) {
    if (i == 0) *a = 1;
  } else if (i == 3) {
    out[i] = *a;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 1) *a = 2;
}
