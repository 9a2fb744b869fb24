//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,128,zeros:int
// The byte read is that of the next word.
kernel void k(global int *a) {
  size_t i = get_global_id(0);
  atomic_add(&a[0], 100);
  a[16 + i] = ((global uchar *)a)[4];
}
