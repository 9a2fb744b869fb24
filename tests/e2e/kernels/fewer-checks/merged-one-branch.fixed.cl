//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,512,zeros:int arg=1:buffer,256,zeros:int
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0), x = 0;
  if (i == 0)
    x = a[i];
  x += a[i];
  if (i % 2 == 0) a[i + 65] = x + 1;
  out[i] = x;
}
