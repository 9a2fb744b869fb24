//lockstep: race write-write intra-group local local-pointer-table.cl:11 local-pointer-table.cl:11
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:local:64
//outputs: any, two values compete for each element
kernel void k(global int *out, local int *other) {
  local int t[16];
  local int *local table[16];
  int l = get_local_id(0);
  t[l] = other[l] = 0;
  table[l] = l & 1 ? t + l / 4 : other + l / 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  *table[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[l] + other[l];
}
//covers: pointers-in-local
