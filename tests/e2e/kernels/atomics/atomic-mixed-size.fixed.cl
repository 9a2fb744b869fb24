//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:int
kernel void k(global int *a) {
  if (get_global_id(0) == 0)
    atomic_inc(&a[1]);
  else
    vstore2((short2)(1, 2), 0, (global short *)a);
}
