//lockstep: race write-write inter-group global host-memory-overlap.cl:9 host-memory-overlap.cl:11
//launch: kernel=k global=32 local=1 arg=0:hostptr,512,zeros:int arg=1:over:0:128:256
//at: 128..191
//outputs: any, two values compete for each element
// Both buffers lie over the same memory of the application.
kernel void k(global int *a, global int *b) {
  int i = get_global_id(0);
  if (i & 1)
    a[32 + i / 2] = i;
  else
    b[i / 2] = i;
}
//covers: host-memory-overlap
