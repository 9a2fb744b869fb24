//lockstep: race read-write intra-group local sg-orders-nothing.cl:10 sg-orders-nothing.cl:12
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
//outputs: any, a race decides them
// The sub-group meets at sub_group_reduce_add, which orders no memory.
kernel void k(global int *a) {
  local int t[2][8];
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r;
  t[r][l] = a[i];
  int sum = sub_group_reduce_add(a[i]);
  a[i] = sum + t[r][7 - l];
}
//covers: sub-group-functions
