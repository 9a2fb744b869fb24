//lockstep: race atomic-plain intra-group local field-histogram.cl:12 field-histogram.cl:13
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,32,zeros:int
//build: -cl-std=CL1.2
//outputs: any, the race decides what is added
// A histogram in local memory; where the barrier should be there is a mem_fence, which waits for nobody.
kernel void k(global const int *in, volatile global int *total) {
  volatile local int bins[8];
  const int l = get_local_id(0);
  for (int i = l; i < 8; i += get_local_size(0))
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[in[get_global_id(0)] % 8]); mem_fence(CLK_LOCAL_MEM_FENCE);
  if (l < 8) atomic_add(&total[l], bins[l]);
}
//covers: sync-programs
