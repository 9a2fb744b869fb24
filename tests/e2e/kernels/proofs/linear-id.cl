//lockstep: race read-write intra-group global linear-id.cl:11 linear-id.cl:11
//lockstep: race read-write inter-group global linear-id.cl:11 linear-id.cl:11
//launch: kernel=k global=16,8,4 local=16,2,1 offset=3,1,2 arg=0:buffer,2052,iota:int arg=1:buffer,2048,zeros:int
//build: -cl-std=CL2.0
//pruned: 0
//outputs: any, the race decides them
// The launch's linear id, which leaves the offset out: the next element is another work-item's.
kernel void k(global int *a, global int *out) {
  local int turned[32];
  size_t i = get_global_linear_id();
  a[i] = a[i + 1] + 1;
  turned[i & 31] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = turned[31 - (i & 31)] + get_local_linear_id();
}
