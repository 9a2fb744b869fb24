//lockstep: race write-write inter-group global update-plain-groups.cl:8 update-plain-groups.cl:8
//lockstep: race read-write inter-group global update-plain-groups.cl:8 update-plain-groups.cl:8
//launch: kernel=k global=16 local=1 arg=0:buffer,4,zeros:int arg=1:buffer,64,iota:int
//repair: give every work-item its own element, let only one work-item of the launch write it, or use an atomic operation
//outputs: any, a race decides
kernel void k(global int *sum, global const int *in) {
  int i = get_global_id(0);
  sum[0] = sum[0] + in[i] + 1;
}
