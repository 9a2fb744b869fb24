//lockstep: clean
//twin: -DGENERIC -cl-std=CL2.0
//launch: kernel=k global=8 local=8 arg=0:buffer,64,zeros:int arg=1:buffer,64,iota:int
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
  add((atomic_int *)p, l + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) a[2] = sum;
}
#else
kernel void k(global int *a, global int *which) {
  int l = get_local_id(0);
  if (which[l] % 3 == 1) atomic_add(a, l + 1);
  if (l == 0) a[2] = 1 + 4 + 7;
}
#endif
