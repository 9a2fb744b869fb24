//lockstep: race atomic-plain inter-group global atomic-float-xchg.cl:6 atomic-float-xchg.cl:8
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:float
//outputs: any, two values compete for each element
kernel void k(global float *a) {
  if (get_global_id(0) == 0)
    a[1] = atomic_xchg(&a[0], 1.5f);
  else
    a[0] = 2.5f;
}
//covers: atomics-old
