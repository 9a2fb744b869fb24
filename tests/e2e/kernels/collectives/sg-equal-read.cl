//lockstep: race write-write intra-group global sg-equal-read.cl:12 sg-equal-read.cl:12
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
//outputs: any, a race decides them
// Both sub-groups write the same, but one has read before: its own barrier does not order that before the other.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), r = get_local_id(1);
  if (r == 0 && l == 0) b[0] = a[0];
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 0) a[0] = 7;
}
//covers: sub-group-order
