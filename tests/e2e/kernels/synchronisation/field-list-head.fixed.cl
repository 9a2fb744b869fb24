//lockstep: clean
//launch: kernel=k global=8 local=1 arg=0:buffer,36,zeros:int arg=1:buffer,36,zeros:int arg=2:buffer,4,zeros:int arg=3:buffer,4,zeros:int arg=4:buffer,4,zeros:int
//launch: kernel=walk global=1 local=1 arg=0:keep:0 arg=1:keep:1 arg=2:keep:2 arg=3:keep:4
//build: -cl-std=CL1.2
//outputs: any, the list's order depends on the schedule
// The end of a launch orders everything: a second one walks.
kernel void k(global int *value, global int *link, volatile global int *head, volatile global int *done,
              global int *sum) {
  const int node = get_global_id(0) + 1;
  value[node] = node;
  link[node] = atomic_xchg(head, node);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(done);
}
kernel void walk(global int *value, global int *link, global int *head, global int *sum) {
  for (int at = *head; at != 0; at = link[at]) *sum += value[at];
}
