//lockstep: clean
//launch: kernel=k global=32 local=1 arg=0:buffer,512,iota:int
kernel void k(global int *a) {
  int g = get_global_id(0), i = 3 * g + 1;
  int x = a[i - 1];
  x += a[i];
  x += a[i + 1];
  a[96 + (g + 1) % 32] = x;
}
