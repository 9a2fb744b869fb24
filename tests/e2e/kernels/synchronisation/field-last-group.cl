//lockstep: race read-write inter-group global field-last-group.cl:13 field-last-group.cl:18
//launch: kernel=k global=64 local=16 arg=0:buffer,256,iota:int arg=1:buffer,16,zeros:int arg=2:buffer,4,zeros:uint arg=3:buffer,4,zeros:int
//build: -cl-std=CL1.2
// The "threadfence reduction" as it was carried over from CUDA: __threadfence() reaches the device,
// mem_fence() only the work-group.
kernel void k(global const int *in, global int *partial, volatile global uint *arrived, global int *sum) {
  local int part[16];
  const int l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 0) return;
  for (int i = 1; i < 16; ++i) part[0] += part[i];
  partial[get_group_id(0)] = part[0];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  if (atomic_inc(arrived) + 1 == get_num_groups(0)) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    int all = 0;
    for (uint i = 0; i < get_num_groups(0); ++i) all += partial[i];
    *sum = all;
  }
}
//covers: sync-programs
