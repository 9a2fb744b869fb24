//lockstep: clean
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,iota:int
//made: call it with the same arguments in every work-item of the group
// Which work-item that is comes from memory that the kernel writes, so that it has to be compared.
kernel void k(global int *a) {
  int i = get_global_id(0);
  int first = work_group_broadcast(a[i], 0);
  a[i] = work_group_broadcast(a[i], (size_t)(a[i] - a[i] + 3)) + first;
}
