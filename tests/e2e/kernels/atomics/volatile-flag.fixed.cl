//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int
kernel void k(global volatile int *flag, global int *out) {
  if (get_global_id(0) == 0)
    atomic_xchg(flag, 1);
  else
    *out = atomic_or(flag, 0) < 2;
}
