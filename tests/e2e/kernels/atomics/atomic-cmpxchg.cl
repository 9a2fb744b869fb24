//lockstep: race atomic-plain inter-group global atomic-cmpxchg.cl:8 atomic-cmpxchg.cl:10
//launch: kernel=k global=32 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,128,zeros:int
//outputs: any, the plain reads may come before or after the exchange
// The exchange succeeds: a write.
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0);
  if (i == 7)
    atomic_cmpxchg(a, 0, 1);
  else
    out[i] = a[0];
}
//covers: failed-cmpxchg
