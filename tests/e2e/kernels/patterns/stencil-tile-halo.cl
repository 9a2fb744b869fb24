//lockstep: race read-write intra-group local stencil-tile-halo.cl:10 stencil-tile-halo.cl:11
//launch: kernel=k global=64 local=16 arg=0:buffer,264,iota:int arg=1:buffer,256,zeros:int
//outputs: any, the halo may be read before it is there
// The barrier stands between the tile and its halo instead of after both.
kernel void k(global const int *a, global int *b) {
  local int t[18];
  int i = get_global_id(0), l = get_local_id(0);
  t[l + 1] = a[i + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 2) t[17 * l] = a[i - l + 17 * l];
  b[i] = t[l] + t[l + 1] + t[l + 2];
}
