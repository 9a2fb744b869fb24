//lockstep: race write-write intra-group global wg-functions.cl:9 wg-functions.cl:9
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=96 local=32 arg=0:buffer,384,iota:int arg=1:buffer,12,zeros:int
//outputs: any, a race decides them
// A scan gives each its own result, but all of a group write theirs to one place.
kernel void k(global const int *in, global int *out) {
  int sum = work_group_scan_inclusive_add(in[get_global_id(0)] + 1);
  out[get_group_id(0)] = sum;
}
