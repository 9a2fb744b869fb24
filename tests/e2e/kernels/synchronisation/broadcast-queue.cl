//lockstep: race read-write intra-group local broadcast-queue.cl:11 broadcast-queue.cl:9
//lockstep: maybe divergence broadcast-queue.cl:10 *
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:buffer,4,zeros:int arg=2:int:3
//outputs: any, who reads which item is decided by the race
// The group's next item is written while others still read the last one.
kernel void k(global int *a, volatile global int *next, int n) {
  local int item;
  for (;;) {
    if (get_local_id(0) == 0) item = atomic_inc(next);
    barrier(CLK_LOCAL_MEM_FENCE);
    int mine = item;
    if (mine >= n) break;
    a[get_local_id(0)] += mine;
  }
}
//covers: uniform-local
