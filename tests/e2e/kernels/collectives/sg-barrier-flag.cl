//lockstep: race wrong-fence-flag intra-group local sg-barrier-flag.cl:10 sg-barrier-flag.cl:12
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int
//outputs: any, a race decides them
// The barrier names global memory, and local memory is meant.
kernel void k(global int *a) {
  local int t[2][8];
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r;
  t[r][l] = a[i];
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = t[r][7 - l] + 1;
}
//covers: sub-group-order
