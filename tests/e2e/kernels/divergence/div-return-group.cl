//lockstep: divergence div-return-group.cl:5 div-return-group.cl:7
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:int:40
//outputs: any, a divergent barrier is undefined
kernel void k(global int *a, int n) {
  if (get_global_id(0) >= n) return;
  a[get_global_id(0)] += 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
//covers: div-returns
