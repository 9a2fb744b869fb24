//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,128,zeros:int
kernel void k(global int *a) {
  barrier(get_group_id(0) < 1 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
