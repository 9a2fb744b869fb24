//lockstep: loop irregular-loop loop-own-local.cl:11 loop-own-local.cl:11 loop-own-local.cl:13
//launch: kernel=k global=32 local=16 arg=0:buffer,128,zeros:int arg=1:local:64
//repair: read it once, before the loop, into a private variable, and let that variable decide
//options: --warn=irregular-loop
// Each work-item counts down what its neighbour's condition reads.
kernel void k(global int *out, local int *left) {
  const int l = get_local_id(0);
  int rounds = 0;
  left[l] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (left[l] > 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    left[l ^ 1] -= 1;
    ++rounds;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = rounds;
}
//covers: loop-own-memory
