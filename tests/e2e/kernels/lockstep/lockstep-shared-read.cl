//lockstep: race read-write intra-group local lockstep-shared-read.cl:10 lockstep-shared-read.cl:11
//launch: kernel=k global=64 local=64 arg=0:buffer,256,zeros:int
//options: --model=lockstep:32
//outputs: any, the second block may read before or after the write
// All of both blocks read one word; what one work-item then writes there races with the reads of the other block alone.
kernel void k(global int *a) {
  local volatile int s[1];
  if (get_local_id(0) == 0) s[0] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = s[0];
  if (get_local_id(0) == 0) s[0] = 6;
  a[get_local_id(0)] = x;
}
