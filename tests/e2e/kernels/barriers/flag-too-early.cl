//lockstep: race wrong-fence-flag intra-group global flag-too-early.cl:7 flag-too-early.cl:9
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
// The barrier for global memory stands before the write, the one after it is for local memory.
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = 3 * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = a[i ^ 1];
}
