//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,16,zeros:short
kernel void k(global short *a) {
  if (get_global_id(0) == 0)
    ((global int *)a)[1] = 0x11223344;
  else
    vstore2((short2)(5, 6), 0, a + 4);
}
