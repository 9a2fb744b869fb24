//lockstep: race read-write inter-group global fence-beside-atomics.cl:11 fence-beside-atomics.cl:13
//lockstep: race read-write intra-group global fence-beside-atomics.cl:11 fence-beside-atomics.cl:13
//launch: kernel=k global=64 local=16 arg=0:buffer,260,iota:int arg=1:buffer,32,zeros:int
//outputs: any, the read may come before or after the write
// The fence stands "in case the bins lie in global memory"; its atomics order nothing, so that no events are logged
// and the cells find the read of the next work-item's element.
kernel void k(global int *data, volatile global int *bins) {
  int i = get_global_id(0);
  int own[8];
  for (int b = 0; b < 8; b++) own[b] = 0;
  data[i] = i;
  own[i & 7] += 1;
  own[(i + 1) & 7] += data[i + 1];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  for (int b = 0; b < 8; b++)
    if (own[b]) atomic_add(bins + b, own[b]);
}
//covers: idle-fences
