//lockstep: divergence div-stride-tail.cl:8 div-stride-tail.cl:10
//launch: kernel=k global=64 local=16 arg=0:buffer,800,zeros:int arg=1:int:200
//outputs: any, a divergent barrier is undefined
// 200 elements in steps of 64: in the last round half of one group is at its end.
kernel void k(global int *a, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    a[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
//covers: div-iterations
