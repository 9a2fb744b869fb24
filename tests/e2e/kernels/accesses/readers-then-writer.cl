//lockstep: race read-write inter-group global readers-then-writer.cl:7 readers-then-writer.cl:8
//launch: kernel=k global=64 local=1 arg=0:buffer,4,value:5:int arg=1:buffer,256,zeros:int
//outputs: any, each read may come before or after the write
// Everyone reads, the last one writes: as many readers as work-items.
kernel void k(global int *a, global int *out) {
  int i = get_global_id(0);
  out[i] = *a;
  if (i == 63) *a = 6;
}
