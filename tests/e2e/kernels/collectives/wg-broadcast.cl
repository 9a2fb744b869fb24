//lockstep: divergence wg-broadcast.cl:10 wg-broadcast.cl:10
//needs: work-group functions
//build: -cl-std=CL3.0
//launch: kernel=k global=16 local=8 arg=0:buffer,64,iota:int
//outputs: any, all must ask for the same work-item's value
//repair: call it with the same arguments in every work-item of the group
// Each asks for its neighbour's value.
kernel void k(global int *a) {
  int i = get_global_id(0), l = get_local_id(0);
  a[i] = work_group_broadcast(a[i], (size_t)(l + 1) % 8);
}
//covers: group-functions
