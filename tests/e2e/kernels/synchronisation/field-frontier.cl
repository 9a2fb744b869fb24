//lockstep: race read-write inter-group global field-frontier.cl:12 field-frontier.cl:13
//lockstep: race read-write intra-group global field-frontier.cl:12 field-frontier.cl:13
//launch: kernel=k global=16 local=8 arg=0:buffer,64,iota:int arg=1:buffer,64,zeros:int arg=2:buffer,128,zeros:int arg=3:buffer,4,zeros:int
//build: -cl-std=CL1.2
//outputs: any, who comes first to a node depends on the schedule
// A step of breadth-first search: the place in the next frontier is drawn, but "visited" is looked at and
// set plainly, so that a node may come in twice.
kernel void k(global const int *frontier, global int *visited, global int *next, volatile global int *count) {
  for (int e = 0; e < 2; ++e) {
    const int node = (frontier[get_global_id(0)] * 3 + e * 8) % 16 / 2;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (visited[node] == 0) {
      visited[node] = 1;
      next[atomic_inc(count)] = node;
    }
  }
}
//covers: sync-programs
