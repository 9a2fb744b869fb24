//lockstep: race read-write intra-group local merged-barrier-between.cl:9 merged-barrier-between.cl:10
//launch: kernel=k global=32 local=32 arg=0:buffer,128,zeros:int
//outputs: any, the second read may come before or after the neighbour's write
// The same element is read twice, but only behind the barrier does its neighbour write it.
kernel void k(global int *out) {
  local int l[32]; int i = get_local_id(0); l[i] = i; barrier(CLK_LOCAL_MEM_FENCE);
  int x = l[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  x += l[i];
  l[(i + 1) % 32] = x;
  out[get_global_id(0)] = x;
}
//covers: merged-between
