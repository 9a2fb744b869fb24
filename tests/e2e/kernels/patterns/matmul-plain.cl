//lockstep: race read-write inter-group global matmul-plain.cl:8 matmul-plain.cl:10
//launch: kernel=k global=8,8 local=1,8 arg=0:buffer,256,random:1:float arg=1:buffer,256,random:2:float
//outputs: any, a factor may be overwritten before it is used
// The product overwrites a factor: fine within the column that a group holds alone? No: rows are shared.
kernel void k(global float *a, global const float *b) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 1;
  for (int i = 0; i < 8; ++i) sum += a[8 * row + i] * b[8 * i + col];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[8 * row + col] = sum;
}
