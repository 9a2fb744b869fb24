//lockstep: clean
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:char
kernel void k(global char *a) {
  global bool *flags = (global bool *)a;
  if (get_global_id(0) == 0)
    flags[3] = true;
  else
    flags[2] = a[0] != 0;
}
