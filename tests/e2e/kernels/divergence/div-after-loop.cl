//lockstep: divergence div-after-loop.cl:12 div-after-loop.cl:15
//lockstep: divergence div-after-loop.cl:12 div-after-loop.cl:17
//lockstep: divergence div-after-loop.cl:15 div-after-loop.cl:17
//launch: kernel=k global=32 local=16 arg=0:buffer,256,zeros:int
//repair: mend what parted them before; this follows from it
//outputs: any, a divergent barrier is undefined
// One leaves the loop in its third iteration. Every work-item comes to the barrier behind it for
// certain: that they do not meet there follows from what parted them before.
kernel void k(global int *a) {
  for (int i = 0; i < 4; i++) {
    if (get_local_id(0) == 3 && i == 2) break;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)]++;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)]++;
}
//covers: div-several-returns
