//lockstep: clean
//launch: kernel=outer global=32 local=16 arg=0:buffer,128,zeros:int arg=1:int:3
kernel void inner(global int *a, int n) {
  for (int i = 0; i < n; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (get_local_id(0) == 3) return;
  a[get_global_id(0)] = n;
}
kernel void outer(global int *a, int n) { inner(a, n); }
