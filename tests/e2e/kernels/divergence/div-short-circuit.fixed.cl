//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
int meet(void) {
  barrier(CLK_GLOBAL_MEM_FENCE);
  return 1;
}

kernel void k(global int *a) {
  size_t l = get_local_id(0);
  if (meet() && l < 8) a[l] = 1;
}
