//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:int
kernel void k(global int *a) {
  if (get_global_id(0) == 0)
    a[0] = 0x11223344;
  else
    ((global char *)a)[4] = 0x55;
}
