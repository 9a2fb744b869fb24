//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:buffer,64,zeros:int
//made: add CLK_GLOBAL_MEM_FENCE to the flags of a barrier between them
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = 3 * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  b[i] = a[i ^ 1];
}
