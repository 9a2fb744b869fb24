//lockstep: race write-write inter-group global width-char16.cl:6 width-char16.cl:6
//launch: kernel=k global=32 local=1 arg=0:buffer,1024,zeros:char
//outputs: any, two values compete for each element
kernel void k(global char *a) {
  int i = get_global_id(0);
  *(global char16 *)(a + 16 * (i / 2)) = (char16)((char)i);
}
//covers: vectors
