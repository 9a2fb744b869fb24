//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,1024,zeros:char
kernel void k(global char *a) {
  int i = get_global_id(0);
  *(global char16 *)(a + 16 * i) = (char16)((char)i);
}
