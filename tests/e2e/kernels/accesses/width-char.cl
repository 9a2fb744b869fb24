//lockstep: race write-write inter-group global width-char.cl:6 width-char.cl:6
//launch: kernel=k global=64 local=1 arg=0:buffer,64,zeros:char
//outputs: any, two values compete for each element
kernel void k(global char *a) {
  int i = get_global_id(0);
  a[i / 2] = (char)i;
}
//covers: scalars
