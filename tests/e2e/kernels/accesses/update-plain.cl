//lockstep: race write-write intra-group global update-plain.cl:9 update-plain.cl:9
//lockstep: race read-write intra-group global update-plain.cl:9 update-plain.cl:9
//launch: kernel=k global=16 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,64,iota:int
//repair: give every work-item its own element, let only one work-item of the group write it, or use an atomic operation
//outputs: any, a race decides
// A barrier between the read and the write would leave the writes as they are.
kernel void k(global int *sum, global const int *in) {
  int i = get_global_id(0);
  sum[0] = sum[0] + in[i] + 1;
}
