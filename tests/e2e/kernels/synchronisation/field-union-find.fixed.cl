//lockstep: clean
//launch: kernel=k global=14 local=7 arg=0:buffer,64,iota:int
//build: -cl-std=CL1.2
//outputs: any, the parents that are left depend on the schedule
// OpenCL 1.x has no atomic load, but an atomic that changes nothing.
int root_of(volatile global int *parent, int node) {
  int up;
  while ((up = atomic_or(&parent[node], 0)) != node) node = up;
  return node;
}
kernel void k(volatile global int *parent) {
  int a = root_of(parent, get_global_id(0)), b = root_of(parent, get_global_id(0) + 1);
  if (a != b) atomic_min(&parent[max(a, b)], min(a, b)); mem_fence(CLK_GLOBAL_MEM_FENCE);
}
