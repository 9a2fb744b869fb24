//lockstep: timeout timeout-long-loop.cl:9
//launch: kernel=k global=4 local=1 arg=0:buffer,16,zeros:int arg=1:long:1000000000000
//options: --launch-timeout=1
//outputs: any, it takes too long
// Some groups wait for others to end.
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
