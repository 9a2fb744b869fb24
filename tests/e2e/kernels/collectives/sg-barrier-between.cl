//lockstep: race read-write intra-group global sg-barrier-between.cl:12 sg-barrier-between.cl:15
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
//outputs: any, a race decides them
// Many read an element in one sub-group and in the other; its writer has met those of its own sub-group only.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r, x = 0;
  if (r == 1) x = a[0];
  // The order of the accesses is that of the work-items.
  if (r == 0) x = b[i];
  x += a[8];
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  b[i] = x + a[i % 8];
  if (i == 8) a[8] = x;
}
