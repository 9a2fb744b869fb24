//lockstep: divergence div-call-path.cl:7 div-call-path.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int
//outputs: any, a divergent barrier is undefined
// One barrier in the source, reached through two calls: two different barriers.
void settle(global int *p) {
  *p += 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
kernel void k(global int *a) {
  int l = get_local_id(0);
  if (l > 2)
    settle(a + l);
  else
    settle(a + l);
}
//covers: div-helpers
