//lockstep: race write-write intra-group global sg-functions.cl:9 sg-functions.cl:9
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=16,4 local=8,2 arg=0:buffer,256,iota:int arg=1:buffer,32,zeros:int
//outputs: any, a race decides them
// A scan gives each its own result, but all of a sub-group write theirs to one place.
kernel void k(global const int *in, global int *out) {
  int sum = sub_group_scan_inclusive_add(in[get_global_id(0) + 16 * get_global_id(1)] + 1);
  out[get_group_id(0) + 2 * get_group_id(1) + 4 * get_sub_group_id()] = sum;
}
