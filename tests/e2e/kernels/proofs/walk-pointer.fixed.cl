//lockstep: clean
//launch: kernel=k global=32 local=32 arg=0:buffer,1024,zeros:int arg=1:int:8
//pruned: 1
kernel void k(global int *out, int n) {
  global int *row = out + get_global_id(0) * n;
  for (global int *p = row, *end = row + n; p != end; ++p)
    *p = (int)get_global_id(0);
}
