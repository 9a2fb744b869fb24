//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
// Equal writes of one sub-group, behind its own barrier.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), r = get_local_id(1);
  if (r == 0 && l == 3) b[0] = a[0];
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (r == 0) a[0] = 7;
}
//covers: sub-group-order
