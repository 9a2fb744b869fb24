//lockstep: race write-write inter-group global host-memory-buffer.cl:6 host-memory-buffer.cl:6
//launch: kernel=k global=32 local=1 arg=0:hostptr,128,iota:int
//outputs: any, two values compete for each element
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i ^ (i & 1)] = i;
}
//covers: host-memory
