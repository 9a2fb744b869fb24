//lockstep: clean
//launch: kernel=k global=4 local=1 arg=0:buffer,16,zeros:int arg=1:long:1000000
//options: --launch-timeout=100
// A million turns are within the limit, and nobody is stopped.
kernel void k(global int *out, long n) {
  int sum = 0;
  const int i = get_global_id(0);
  for (long j = 0; j < n; ++j) {
    out[i] = sum;
    sum += out[i] ^ (int)j;
  }
  out[i] = sum;
}
//covers: timeout-long
