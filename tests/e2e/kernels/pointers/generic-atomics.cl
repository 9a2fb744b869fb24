//lockstep: race atomic-plain intra-group global generic-atomics.cl:10 generic-atomics.cl:20
//lockstep: race atomic-plain intra-group local generic-atomics.cl:10 generic-atomics.cl:20
//twin: -DGENERIC -cl-std=CL2.0
//launch: kernel=k global=8 local=8 arg=0:buffer,64,zeros:int arg=1:buffer,64,iota:int
//at: 0..3
//outputs: any, the driver knows no generic pointers and gets another kernel
// Atomics on local or global memory or through a null pointer of a region's own, as the data say.
#ifdef GENERIC
void add(atomic_int *p, int v) {
  if (p) atomic_fetch_add_explicit(p, v, memory_order_relaxed, memory_scope_work_group);
}
kernel void k(global int *a, global int *which) {
  local int sum;
  int l = get_local_id(0), way = which[l] % 3;
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  global int *none = a[1] ? a : 0;
  int *p = way == 0 ? (int *)&sum : way == 1 ? (int *)a : (int *)none;
  if (l > 5)
    *p = 9;
  else
    add((atomic_int *)p, l + 1);
}
#else
kernel void k(global int *a, global int *which) {}
#endif
//covers: generic-pointers
