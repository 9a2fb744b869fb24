//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
// Only its own sub-group has read the element.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r, x = 0;
  if (r == 1) x = a[8];
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  b[i] = x + a[i % 8];
  if (i == 8) a[8] = x;
}
