//lockstep: clean
//launch: kernel=k global=16 local=1 arg=0:buffer,64,iota:int
int down(int n) {
  int sum = 1;
  for (; n > 1; --n) sum += n;
  return sum;
}
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = down(a[i]);
}
