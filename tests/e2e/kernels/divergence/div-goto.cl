//lockstep: divergence div-goto.cl:9 div-goto.cl:12
//launch: kernel=k global=16 local=16 arg=0:buffer,128,zeros:int
//outputs: any, a divergent barrier is undefined
// A goto leads one work-item past the barrier.
kernel void k(global int *a) {
  size_t l = get_local_id(0);
  if (l == 5) goto out;
  a[l] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
out:
  a[16 + l] = 2;
}
//covers: div-goto
