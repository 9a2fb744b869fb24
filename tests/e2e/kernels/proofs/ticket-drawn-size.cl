//lockstep: race write-write inter-group global ticket-drawn-size.cl:13 ticket-drawn-size.cl:13
//launch: kernel=k global=64 local=16 arg=0:buffer,4,zeros:int arg=1:buffer,256,iota:int arg=2:buffer,256,zeros:int
//options: --bounds=count
//outputs: any, two values compete for an element
//pruned: 0
// Each group draws as many elements as it has work-items, but for one.
kernel void k(volatile global int *head, global const int *in, global int *out) {
  local int drawn;
  const int lid = get_local_id(0);
  if (lid == 0) drawn = atomic_add(head, (int)get_local_size(0) - 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int at = drawn + lid;
  out[at] = in[at] + lid;
}
