//lockstep: clean
//launch: kernel=k global=32,32 local=16,16 arg=0:buffer,8192,random:1:float arg=1:int:32 arg=2:int:3
//pruned: 1
kernel void k(global float *m, int n, int k) {
  int col = k + 1 + get_global_id(0), row = k + 1 + get_global_id(1);
  if (row < n && col < n) m[row * n + col] -= m[row * n + k] * m[k * n + col];
}
