//lockstep: clean
//launch: kernel=k global=16 local=16 arg=0:buffer,64,zeros:int arg=1:buffer,4,zeros:int arg=2:int:3
// What is read behind a barrier and not written before the next one is the same for the group: its
// barriers are provably uniform.
kernel void k(global int *a, volatile global int *next, int n) {
  local int item;
  for (;;) {
    if (get_local_id(0) == 0) item = atomic_inc(next);
    barrier(CLK_LOCAL_MEM_FENCE);
    int mine = item;
    if (mine >= n) break;
    a[get_local_id(0)] += mine;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
//covers: uniform-local
