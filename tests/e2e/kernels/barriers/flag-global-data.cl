//lockstep: race wrong-fence-flag intra-group global flag-global-data.cl:6 flag-global-data.cl:8
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
// The barrier names local memory only: it does not order the accesses to a.
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = 2 * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = a[i ^ 1];
}
