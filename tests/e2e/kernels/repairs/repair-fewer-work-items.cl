//lockstep: out-of-bounds global 0 repair-fewer-work-items.cl:7
//launch: kernel=k global=16 local=1 arg=0:buffer,60,iota:int arg=1:buffer,64,zeros:int
//repair: guard the access, so that only work-items make it whose index is below the number of elements of 'in', launch fewer work-items, or make 'in' larger
//outputs: any, what lies outside of a buffer is anything
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i];
}
