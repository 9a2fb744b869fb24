//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,4,value:5:int arg=1:buffer,8,zeros:int
// It never finds a 4: a read, which plain reads do not disturb.
kernel void k(global int *a, global int *out) {
  if (get_global_id(0) == 0)
    out[0] = atomic_cmpxchg(a, 4, 9);
  else
    out[1] = a[0];
}
