//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,256,iota:int arg=1:buffer,64,zeros:int
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0), sum = 0;
  if (i < 15)
    for (global int *p = a + 4 * i, *end = p + 4; p != end; ++p) sum += *p;
  a[4 * i] = -1;
  out[i] = sum;
}
