//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,16,zeros:int
// The word beside an atomic one is as plain as any other.
kernel void k(global int *a) {
  if (get_global_id(0) == 9)
    ((global char *)a)[4] = 1;
  else
    atomic_inc(&a[0]);
}
