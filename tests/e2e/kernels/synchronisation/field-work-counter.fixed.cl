//lockstep: clean
//launch: kernel=k global=32 local=8 arg=0:buffer,256,iota:int arg=1:buffer,4,zeros:int
//build: -cl-std=CL1.2
kernel void k(global int *data, volatile global int *next) {
  local int piece;
  for (;;) {
    if (get_local_id(0) == 0) piece = atomic_inc(next);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int mine = piece;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mine >= 8) break;
    data[mine * 8 + get_local_id(0)] *= 2;
  }
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
