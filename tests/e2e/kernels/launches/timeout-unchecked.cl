//lockstep: not-instrumented inline assembly
//lockstep: still-running
//launch: kernel=k global=1 local=1 arg=0:buffer,4,zeros:int arg=1:long:12000000000
//options: --launch-timeout=1
// It takes some seconds; no poll is in it.
kernel void k(global int *out, long n) {
  for (long i = 0; i < n; ++i)
    __asm__ volatile("nop");
  out[0] = 1;
}
//covers: timeout-unchecked
