//lockstep: not-instrumented it calls 'down' recursively
//launch: kernel=k global=16 local=1 arg=0:buffer,64,iota:int
// Calls are put into the kernel, which recursion cannot be: it runs as it is, and the report says so.
int down(int n) { return n > 1 ? down(n - 1) + n : 1; }
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = down(a[i]);
}
//covers: recursion
