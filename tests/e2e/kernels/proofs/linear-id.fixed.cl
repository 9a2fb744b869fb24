//lockstep: clean
//launch: kernel=k global=16,8,4 local=16,2,1 offset=3,1,2 arg=0:buffer,2048,iota:int arg=1:buffer,2048,zeros:int
//build: -cl-std=CL2.0
//pruned: 1
kernel void k(global int *a, global int *out) {
  local int turned[32];
  size_t i = get_global_linear_id();
  a[i] = a[i] + 1;
  turned[i & 31] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = turned[31 - (i & 31)] + get_local_linear_id();
}
