//lockstep: clean
//launch: kernel=k global=16 local=8 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int arg=2:buffer,128,zeros:int arg=3:buffer,4,zeros:int
//build: -cl-std=CL1.2
//outputs: any, who comes first to a node depends on the schedule
// Who changes "visited" from 0 puts the node into the frontier, nobody else.
kernel void k(global const int *frontier, volatile global int *visited, global int *next, volatile global int *count) {
  for (int e = 0; e < 2; ++e) {
    const int node = (frontier[get_global_id(0)] * 3 + e * 8) % 16 / 2;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (atomic_cmpxchg(&visited[node], 0, 1) == 0) next[atomic_inc(count)] = node;
  }
}
