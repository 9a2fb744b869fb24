//covers: printf
//lockstep: clean
//launch: kernel=k global=8 local=8 arg=0:buffer,64,zeros:long arg=1:buffer,32,zeros:int
int show(constant char *what, global long *from, size_t i) { return printf("%s of %lu: %ld\n", what, i, from[i]); }
kernel void k(global long *a, global int *result) {
  size_t i = get_global_id(0);
  a[i] = i * 1000000007L;
  barrier(CLK_GLOBAL_MEM_FENCE);
  result[i] = -2;
  if (i == 0) {
    result[0] = show("first", a, i + 1);
    result[0] += show("last", a, 7);
  }
}
