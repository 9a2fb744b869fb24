//lockstep: race write-write inter-group global width-bool.cl:7 width-bool.cl:9
//launch: kernel=k global=2 local=1 arg=0:buffer,8,zeros:char
//outputs: any, two values compete for each element
kernel void k(global char *a) {
  global bool *flags = (global bool *)a;
  if (get_global_id(0) == 0)
    flags[3] = true;
  else
    flags[3] = a[0] != 0;
}
//covers: bool
