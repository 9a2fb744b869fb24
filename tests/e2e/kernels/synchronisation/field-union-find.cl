//lockstep: race atomic-plain intra-group global field-union-find.cl:9 field-union-find.cl:14
//lockstep: race atomic-plain inter-group global field-union-find.cl:9 field-union-find.cl:14
//launch: kernel=k global=14 local=7 arg=0:buffer,64,iota:int
//build: -cl-std=CL1.2
//outputs: any, the parents that are left depend on the schedule
// Union-find by atomic_min, whose roots are looked for with plain loads: volatile makes them no atomics.
int root_of(volatile global int *parent, int node) {
  int up;
  while ((up = parent[node]) != node) node = up;
  return node;
}
kernel void k(volatile global int *parent) {
  int a = root_of(parent, get_global_id(0)), b = root_of(parent, get_global_id(0) + 1);
  if (a != b) atomic_min(&parent[max(a, b)], min(a, b)); mem_fence(CLK_GLOBAL_MEM_FENCE);
}
//covers: sync-programs
