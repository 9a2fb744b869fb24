//lockstep: race write-write intra-group global generic-three-ways.cl:11 generic-three-ways.cl:11
//lockstep: race write-write intra-group local generic-three-ways.cl:11 generic-three-ways.cl:11
//twin: -DGENERIC -cl-std=CL2.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,zeros:int arg=1:buffer,64,iota:int
//at: 4..7 8..11
//items: 8,0,0 11,0,0
//items: 4,0,0 7,0,0
//outputs: any, the driver knows no generic pointers and gets another kernel
// Private, local or global memory, as the data say.
#ifdef GENERIC
void put(int *p, int v) { *p = v; }
kernel void k(global int *a, global int *which) {
  local int t[8];
  int mine = 0, l = get_local_id(0), i = get_global_id(0), way = which[i] % 3;
  t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  put(way == 0 ? (int *)&mine : way == 1 ? (int *)(t + l / 4) : (int *)(a + i / 4), i);
  if (mine > 100) a[15] = 7;
}
#else
kernel void k(global int *a, global int *which) {}
#endif
//covers: generic-pointers
