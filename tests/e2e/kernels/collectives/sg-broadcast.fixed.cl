//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
//made: call it with the same arguments in every work-item of the group
// Each sub-group asks for the value of another one, all of a sub-group for the same.
kernel void k(global int *a) {
  int i = get_local_id(0) + 8 * get_local_id(1);
  a[i] = sub_group_broadcast(a[i], get_sub_group_id() + 2);
}
