//lockstep: not-instrumented it contains inline assembly
//launch: kernel=k global=32 local=1 arg=0:buffer,128,iota:int
//outputs: any, two values compete for each element
// What assembly does to memory cannot be seen, so the kernel runs as it is, and the report says so.
kernel void k(global int *a) {
  int i = get_global_id(0);
  __asm__ volatile("" ::: "memory");
  a[i / 2] = i;
}
//covers: inline-assembly
