//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,800,zeros:int arg=1:int:200
// All go round as often as the first of the group.
kernel void k(global int *a, int n) {
  int i = get_global_id(0);
  for (int base = i - (int)get_local_id(0); base < n; base += get_global_size(0), i += get_global_size(0)) {
    if (i < n) a[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
