//lockstep: clean
//launch: kernel=k global=4 local=2 arg=0:buffer,4,zeros:int arg=1:buffer,16,zeros:int
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0);
  if (i == 0) *a = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 1) *a = 2;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 0) out[i] = *a;
}
