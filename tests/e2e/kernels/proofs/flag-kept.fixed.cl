//lockstep: clean
//launch: kernel=k global=24,24 local=8,8 arg=0:buffer,1024,iota:int arg=1:buffer,2304,zeros:int arg=2:int:16
//pruned: 1
kernel void k(global const int *in, global int *out, int n) {
  int x = (int)get_global_id(0) - 4, y = (int)get_global_id(1) - 4;
  bool inside = x >= 0 && y >= 0 && x < n && y < n;
  int value = 7;
  for (int i = 0; i < 3; ++i) value = value * 31 + x % 5 + y % 3;
  if (inside) value += in[y * n + x];
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = value;
}
