//lockstep: race write-write intra-group local alias-local-or-local.cl:10 alias-local-or-local.cl:10
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int
//outputs: any, two values compete for each element
kernel void k(global int *out) {
  local int s[16], t[16];
  int l = get_local_id(0);
  local int *p = l % 4 < 2 ? s : t;
  s[l] = t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[l / 4] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = s[l] + t[l];
}
//covers: local-memory
