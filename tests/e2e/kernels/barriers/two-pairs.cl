//lockstep: race write-write inter-group global two-pairs.cl:8 two-pairs.cl:8
//lockstep: race read-write inter-group global two-pairs.cl:9 two-pairs.cl:10
//launch: kernel=k global=32 local=1 arg=0:buffer,128,zeros:int arg=1:buffer,132,iota:int arg=2:buffer,128,zeros:int
//outputs: any, both races decide values
// Two races of one kernel, in two buffers.
kernel void k(global int *a, global int *b, global int *c) {
  int i = get_global_id(0);
  a[i / 2] = i;
  c[i] = b[i + 1];
  b[i] = i;
}
