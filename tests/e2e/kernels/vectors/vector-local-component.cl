//lockstep: race write-write intra-group local vector-local-component.cl:7 vector-local-component.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,128,zeros:int
//outputs: any, two values compete for each component
kernel void k(global int2 *out) {
  local int2 t[16];
  int l = get_local_id(0);
  t[l / 2].y = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) out[l].x = t[l].y;
}
