//lockstep: clean
//launch: kernel=k global=64 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,1024,iota:int arg=2:buffer,1024,zeros:int arg=3:int:240
//options: --bounds=count
//pruned: 1
// Groups draw as many elements as they have work-items, until there are no more.
kernel void k(volatile global int *head, global const int *in, global int *out, int n) {
  local int drawn;
  const int lid = get_local_id(0);
  for (;;) {
    if (lid == 0) drawn = atomic_add(head, (int)get_local_size(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first = drawn;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first >= n) break;
    out[first + lid] = in[first + lid] + lid;
  }
}
