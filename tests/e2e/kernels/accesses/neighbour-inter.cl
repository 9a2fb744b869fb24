//lockstep: race read-write inter-group global neighbour-inter.cl:7 neighbour-inter.cl:9
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,256,zeros:int
//outputs: any, the read may come before or after the write
// The barrier orders the work-items of each group, never those of two groups.
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[(i + 16) % 64];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = -i;
}
