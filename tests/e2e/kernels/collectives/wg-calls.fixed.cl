//lockstep: clean
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,iota:int
// One call, of which the halves bring different values.
int sum_of(int x) { return work_group_reduce_add(x); }
kernel void k(global int *a) {
  int i = get_global_id(0);
  a[i] = sum_of(get_local_id(0) < 4 ? a[i] : -a[i]);
}
