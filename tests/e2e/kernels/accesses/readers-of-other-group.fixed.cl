//lockstep: clean
//launch: kernel=k global=64 local=32 arg=0:buffer,4,value:5:int arg=1:buffer,256,zeros:int
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0);
  if (i >= 32) out[i] = *a;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 63) *a = 6;
}
