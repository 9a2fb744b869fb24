//lockstep: divergence div-flags.cl:7 div-flags.cl:7
//launch: kernel=k global=32 local=16 arg=0:buffer,128,zeros:int
//items: 0,0,0 4,0,0
//outputs: any, what a device does after a divergence
// One barrier, met by all, with other flags.
kernel void k(global int *a) {
  barrier(get_local_id(0) < 4 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
//covers: div-flags
