//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:int arg=1:same:0
kernel void k(global int *a, global const char *b) {
  size_t i = get_global_id(0);
  a[i] = b[4 * i + 3] + (i << 24);
}
