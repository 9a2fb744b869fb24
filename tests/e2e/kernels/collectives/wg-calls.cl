//lockstep: divergence wg-calls.cl:7 wg-calls.cl:7
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,iota:int
//outputs: any, a function that not all meet is undefined
// Both halves come to one function, by two calls.
int sum_of(int x) { return work_group_reduce_add(x); }
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = get_local_id(0) < 4 ? sum_of(a[i]) : sum_of(-a[i]);
}
