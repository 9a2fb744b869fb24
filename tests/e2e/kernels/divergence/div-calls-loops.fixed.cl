//lockstep: clean
//launch: kernel=k global=32 local=16 arg=0:buffer,256,zeros:int
// The count differs between groups only.
void step(global int *a, int k) {
  a[get_global_id(0)] += k;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
void inner(global int *a, int n) {
  for (int k = 0; k < n; k++) step(a, k);
}
void outer(global int *a, int n) {
  for (int k = 0; k < 2; k++)
    inner(a, n);
}
kernel void k(global int *a) {
  outer(a, 1);
  outer(a, 1 + (get_group_id(0) == 1));
}
