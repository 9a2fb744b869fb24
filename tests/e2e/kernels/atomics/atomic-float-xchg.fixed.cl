//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:float
kernel void k(global float *a) {
  if (get_global_id(0) == 0)
    atomic_xchg(&a[0], 1.5f);
  else
    atomic_xchg(&a[0], 1.5f);
}
