//lockstep: race write-write intra-group global repair-one-writer.cl:6 repair-one-writer.cl:6
//launch: kernel=k global=16 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,64,iota:int
//repair: give every work-item its own element, let only one work-item of the group write it, or use an atomic operation
//outputs: any, a race decides
kernel void k(global int *last, global const int *in) {
  last[0] = 2 * in[get_local_id(0)];
}
