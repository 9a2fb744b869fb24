//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,4,zeros:int
kernel void k(global int *flag) {
  if (get_global_id(0) == 31)
    *flag = 1;
  else
    *flag = 1;
}
