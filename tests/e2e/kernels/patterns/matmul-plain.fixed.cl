//lockstep: clean
//launch: kernel=k global=8,8 local=8,1 arg=0:buffer,256,random:1:float arg=1:buffer,256,random:2:float
// With whole rows in one group and a barrier, overwriting the factor is fine.
kernel void k(global float *a, global const float *b) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 1;
  for (int i = 0; i < 8; ++i) sum += a[8 * row + i] * b[8 * i + col];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[8 * row + col] = sum;
}
