//lockstep: clean
//twin: -DGENERIC -cl-std=CL2.0
//launch: kernel=k global=8 local=8 arg=0:buffer,64,zeros:int
#ifdef GENERIC
kernel void k(global int *a) {
  local int t[8];
  int *local table[2];
  int l = get_local_id(0);
  t[l] = l;
  if (l == 0) table[0] = t, table[1] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  int *p = table[0];
  int v = p[l ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[l] = v + 1;
  atomic_fetch_add_explicit((atomic_int *)table[1], 1, memory_order_relaxed, memory_scope_device);
}
#else
kernel void k(global int *a) { atomic_inc(a); }
#endif
