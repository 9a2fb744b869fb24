//lockstep: clean
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=8 local=8 arg=0:buffer,32,iota:int
// All go round equally often, and only some add.
kernel void k(global int *a) {
  int l = get_local_id(0), sum = 0;
  for (int j = 0; j < 8; ++j) {
    int most = work_group_reduce_max(j <= l ? j : 0);
    if (j <= l) sum += most;
  }
  a[l] = sum;
}
