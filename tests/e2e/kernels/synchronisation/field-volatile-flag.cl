//lockstep: race read-write inter-group global field-volatile-flag.cl:14 field-volatile-flag.cl:9
//lockstep: race read-write inter-group global field-volatile-flag.cl:11 field-volatile-flag.cl:12
//launch: kernel=k global=4 local=1 arg=0:buffer,20,zeros:int arg=1:buffer,20,value:1:int
//build: -cl-std=CL1.2
// A wavefront: each group waits for the one before it by a volatile load. Volatile is neither atomic nor a fence.
kernel void k(volatile global int *flag, global int *row) {
  const int g = get_group_id(0); int ready = g == 0;
  for (int i = 0; i < 1000000 && !ready; ++i)
    ready = flag[g - 1];
  if (!ready) return;
  const int before = g == 0 ? 0 : row[g - 1];
  row[g] = before + g;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  flag[g] = 1;
}
//covers: sync-programs
