//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,64,zeros:char
kernel void k(global char *a) {
  int i = get_global_id(0);
  a[i] = (char)i;
}
