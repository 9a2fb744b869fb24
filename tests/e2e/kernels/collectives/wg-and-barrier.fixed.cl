//lockstep: clean
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,iota:int
// Data that are equal for the whole group decide whether it meets at the function, which is not provable.
kernel void k(global int *a) {
  int i = get_global_id(0), sum = 1;
  if (a[i] < 8) sum = work_group_scan_inclusive_add(a[i]);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = sum;
}
