//lockstep: race wrong-fence-flag intra-group global flag-second-barrier.cl:6 flag-second-barrier.cl:9
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
// However many barriers stand between, none of them names global memory.
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = 3 * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = a[i ^ 1];
}
