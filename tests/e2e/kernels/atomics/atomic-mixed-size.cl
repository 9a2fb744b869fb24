//lockstep: race atomic-plain inter-group global atomic-mixed-size.cl:7 atomic-mixed-size.cl:9
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:int
//at: 4..7
//outputs: any, the increment may be overwritten
kernel void k(global int *a) {
  if (get_global_id(0) == 0)
    atomic_inc(&a[1]);
  else
    vstore4((short4)(1, 2, 3, 4), 0, (global short *)a);
}
//covers: atomics-mixed-size
