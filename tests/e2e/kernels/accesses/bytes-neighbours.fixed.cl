//lockstep: clean
//launch: kernel=k global=64 local=1 arg=0:buffer,64,zeros:char
// Four work-items of four groups share each 4-byte word, but no byte.
kernel void k(global uchar *a) {
  uchar i = (uchar)get_global_id(0);
  a[i] = i;
}
