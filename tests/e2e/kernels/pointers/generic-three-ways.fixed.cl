//lockstep: clean
//twin: -DGENERIC -cl-std=CL2.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,zeros:int arg=1:buffer,64,iota:int
// All work-items of one way have elements of their own.
#ifdef GENERIC
void put(int *p, int v) { *p = v; }
kernel void k(global int *a, global int *which) {
  local int t[8];
  int mine = 0, l = get_local_id(0), i = get_global_id(0), way = which[i] % 3;
  t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  put(way == 0 ? (int *)&mine : way == 1 ? (int *)(t + l) : (int *)(a + i), i);
  if (mine > 100) a[15] = 7;
}
#else
kernel void k(global int *a, global int *which) {
  int i = get_global_id(0);
  if (which[i] % 3 == 2) a[i] = i;
}
#endif
