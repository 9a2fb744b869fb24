//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,128,iota:int
kernel void k(global int *a) {
  int i = get_global_id(0);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  a[i] = i;
}
