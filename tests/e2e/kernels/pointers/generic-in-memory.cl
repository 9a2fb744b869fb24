//lockstep: race atomic-plain intra-group global generic-in-memory.cl:18 generic-in-memory.cl:20
//lockstep: race read-write intra-group local generic-in-memory.cl:16 generic-in-memory.cl:16
//twin: -DGENERIC -cl-std=CL2.0
//launch: kernel=k global=8 local=8 arg=0:buffer,64,zeros:int
//outputs: any, the driver knows no generic pointers and gets another kernel
// Generic pointers that lie in local memory: to local and to global memory.
#ifdef GENERIC
kernel void k(global int *a) {
  local int t[8];
  int *local table[2];
  int l = get_local_id(0);
  t[l] = l;
  if (l == 0) table[0] = t, table[1] = a;
  barrier(CLK_LOCAL_MEM_FENCE);
  int *p = table[0];
  p[l] = p[l ^ 1] + 1;
  if (l == 3)
    *table[1] = 1;
  else
    atomic_fetch_add_explicit((atomic_int *)table[1], 1, memory_order_relaxed, memory_scope_device);
}
#else
kernel void k(global int *a) {}
#endif
//covers: generic-pointers
