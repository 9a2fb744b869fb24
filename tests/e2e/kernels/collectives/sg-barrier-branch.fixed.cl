//lockstep: clean
//needs: sub-groups
//build: -cl-std=CL3.0
//launch: kernel=k global=8,2 local=8,2 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int
//outputs: any, PoCL has the whole group meet where a sub-group does
// One sub-group comes to it, twice, the other not at all; behind the group's barrier each sees what the other wrote.
kernel void k(global int *a, global int *b) {
  int l = get_local_id(0), r = get_local_id(1), i = l + 8 * r;
  if (r == 1) {
    a[i] += 1;
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    int x = a[8 + (l + 1) % 8];
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] = x;
  } else {
    a[i] += 2;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[i] = a[15 - i];
}
