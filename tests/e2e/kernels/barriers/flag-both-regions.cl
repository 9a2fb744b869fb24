//lockstep: race wrong-fence-flag intra-group global flag-both-regions.cl:8 flag-both-regions.cl:10
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
// One barrier, data in both regions, only the local one named.
kernel void k(global int *a, global int *b) {
  local int t[16];
  int i = get_global_id(0), l = get_local_id(0);
  t[l] = i;
  a[i] = -i;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = t[15 - l] + a[i ^ 1];
}
