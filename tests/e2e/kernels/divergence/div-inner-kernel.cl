//lockstep: divergence div-inner-kernel.cl:10 div-inner-kernel.cl:9
//launch: kernel=outer global=32 local=16 arg=0:buffer,128,zeros:int arg=1:int:3
//items: 0,0,0 3,0,0
//outputs: any, what a device does after a divergence
//kernel: outer
// The kernel that is called has the barrier and the return.
kernel void inner(global int *a, int n) {
  for (int i = 0; i < n; ++i) {
    if (get_local_id(0) == 3 && i == 1) return;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[get_global_id(0)] = n;
}
kernel void outer(global int *a, int n) { inner(a, n); }
//covers: div-helpers, transform-scopes-helpers
