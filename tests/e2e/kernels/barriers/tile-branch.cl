//lockstep: race read-write intra-group local tile-branch.cl:12 tile-branch.cl:13
//launch: kernel=k global=64 local=16 arg=0:buffer,256,zeros:int arg=1:int:50
//outputs: any, the race decides which iteration's element is read
// Whole tiles are computed through local memory, the last one, which is not full, directly: the group takes one way,
// though each work-item compares a number of its own. Its neighbour's element is read without a barrier.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void k(global int *a, int n) {
  local int tile[16];
  const int l = get_local_id(0), x = l + get_group_id(0) * 16;
  if (x < n / 16 * 16) {
    for (int i = 0; i < 2; ++i) {
      barrier(CLK_LOCAL_MEM_FENCE);
      tile[l] = x + i;
      a[x] += tile[(l + 1) % 16];
    }
  } else if (x < n) {
    a[x] = x;
  }
}
//covers: uniform-tiles
