//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,128,zeros:int
// A failed compare-exchange is a read, and reads do not race with reads.
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0);
  if (i == 7)
    atomic_cmpxchg(a, 5, 1);
  else
    out[i] = a[0];
}
