//lockstep: not-instrumented inline assembly
//launch: kernel=k global=1 local=1 arg=0:buffer,4,zeros:int arg=1:long:1000
//options: --launch-timeout=100
// Within the limit.
kernel void k(global int *out, long n) {
  for (long i = 0; i < n; ++i)
    __asm__ volatile("nop");
  out[0] = 1;
}
