//lockstep: divergence sg-broadcast.cl:10 sg-broadcast.cl:10
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
//outputs: any, all must ask for the same work-item's value
//repair: call it with the same arguments in every work-item of the group
// Each asks for its neighbour's value.
kernel void k(global int *a) {
  int l = get_local_id(0), i = l + 8 * get_local_id(1);
  a[i] = sub_group_broadcast(a[i], (uint)(l + 1) % 8);
}
//covers: sub-group-functions
