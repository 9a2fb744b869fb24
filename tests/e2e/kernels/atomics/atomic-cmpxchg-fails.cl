//lockstep: race atomic-plain inter-group global atomic-cmpxchg-fails.cl:7 atomic-cmpxchg-fails.cl:9
//launch: kernel=k global=2 local=1 arg=0:buffer,4,value:5:int arg=1:buffer,8,zeros:int
//outputs: any, the plain write may come before or after
// It never finds a 4: a read.
kernel void k(global int *a, global int *out) {
  if (get_global_id(0) == 0)
    out[0] = atomic_cmpxchg(a, 4, 9);
  else
    a[0] = 6;
}
//covers: failed-cmpxchg
