//lockstep: race read-write intra-group global neighbour-intra.cl:6 neighbour-intra.cl:7
//launch: kernel=k global=16 local=16 arg=0:buffer,128,iota:int
//outputs: any, the read may come before or after the write
kernel void k(global int *a) {
  int i = get_global_id(0);
  int v = a[i + 1];
  a[i] = v;
}
