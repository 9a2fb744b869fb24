//lockstep: race read-write inter-group global readers-of-other-group.cl:8 readers-of-other-group.cl:10
//launch: kernel=k global=64 local=32 arg=0:buffer,4,value:5:int arg=1:buffer,256,zeros:int
//outputs: any, each read may come before or after the write
// The readers of the writer's own group are ordered by the barrier, those of the other group are not:
// they must not be forgotten for the sake of later, harmless readers.
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = *a;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i == 63) *a = 6;
}
