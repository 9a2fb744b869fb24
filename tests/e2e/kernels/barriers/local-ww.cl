//lockstep: race write-write intra-group local local-ww.cl:8 local-ww.cl:8
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int
//repair: give every work-item its own element, let only one work-item of the group write it, or use an atomic operation
//outputs: any, two values compete for each element
kernel void k(global int *out) {
  local int t[16];
  int l = get_local_id(0);
  t[l / 2] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[l / 2];
}
