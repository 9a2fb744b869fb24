//lockstep: race wrong-fence-flag intra-group local field-work-counter.cl:10 field-work-counter.cl:12
//lockstep: race wrong-fence-flag intra-group local field-work-counter.cl:12 field-work-counter.cl:10
//launch: kernel=k global=32 local=8 arg=0:buffer,256,iota:int arg=1:buffer,4,zeros:int
//build: -cl-std=CL1.2
// Work-groups draw their next piece from a counter. The number is in local memory, which the barriers
// do not name.
kernel void k(global int *data, volatile global int *next) {
  local int piece;
  for (;;) {
    if (get_local_id(0) == 0) piece = atomic_inc(next);
    barrier(CLK_GLOBAL_MEM_FENCE);
    const int mine = piece;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (mine >= 8) break;
    data[mine * 8 + get_local_id(0)] *= 2;
  }
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
//covers: sync-programs
