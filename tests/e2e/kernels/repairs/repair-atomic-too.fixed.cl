//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,4,zeros:int
//made: make the plain read atomic too
//outputs: any, the read may come before or after the other
kernel void k(global int *count, global int *seen) {
  if (get_group_id(0) == 0)
    seen[0] = atomic_or(count, 0);
  else
    atomic_inc(count);
}
