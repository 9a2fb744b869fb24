//lockstep: race read-write intra-group global program-variable-divergent.cl:10 program-variable-divergent.cl:11
//lockstep: divergence program-variable-divergent.cl:9 *
//build: -cl-std=CL2.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,zeros:int
//outputs: any, work-items part at a barrier
global int shared[2];
kernel void k(global int *out) {
  int i = get_global_id(0), l = get_local_id(0);
  if (l < 4) barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 0) shared[i / 8] = i;
  if (l == 1) out[i] = shared[i / 8];
}
//covers: program-variables
