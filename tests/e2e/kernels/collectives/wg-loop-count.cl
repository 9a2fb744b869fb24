//lockstep: divergence wg-loop-count.cl:9 *
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=8 local=8 arg=0:buffer,32,iota:int
//outputs: any, a function that not all meet is undefined
// Each goes round as often as its id says.
kernel void k(global int *a) {
  int l = get_local_id(0), sum = 0;
  for (int j = 0; j <= l; ++j) sum += work_group_reduce_max(j);
  a[l] = sum;
}
